import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { readSettings, settingsOrEnd } from '@superscope/event-store/connection/settings';
import { MongoClient } from 'mongodb';
import { pino } from 'pino';
import { z } from 'zod';
import { readCommandLine } from '../runtime/operations/command-line.js';
import { DeadLetters } from '../runtime/operations/dead-letters.js';
import { ProjectorRegistry } from '../runtime/operations/projector-registry.js';
import { letterLines } from './letter-lines.js';

const usage = `npm run dead-letters -- list [--state waiting|retrying|dropped]
npm run dead-letters -- retry ID | --all
npm run dead-letters -- drop ID [--reason TEXT]`;

const { values, positionals } = readCommandLine(usage, {
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, reason: { type: 'string' }, state: { type: 'string' } },
});
// An id may contain a space ("plan T.K1"), at which a shell may have split it.
const [command, ...rest] = positionals;
const id = rest.join(' ');
const state = z.enum(['waiting', 'retrying', 'dropped']).optional().safeParse(values.state);
const isRight =
  state.success &&
  ((command === 'list' && id === '') ||
    (command === 'retry' && values.all !== (id !== '')) ||
    (command === 'drop' && id !== ''));
if (!isRight) {
  process.stderr.write(`${usage}\n`);
  process.exit(1);
}

// The client connects on its first request.
const env = await settingsOrEnd(() =>
  readSettings("The dead letters'", z.object({ MONGODB_URL: z.string().min(1) }), process.env),
);
const mongo = new MongoClient(env.MONGODB_URL);
const ops = mongo.db('ops');
const deadLetters = new DeadLetters(ops, pino({ level: 'silent' }));
const { letters } = deadLetters;
const by = `command line (${userInfo().username})`;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function list(): Promise<void> {
  const found = await letters
    .find(state.data ? { state: state.data } : {})
    .sort({ firstAt: 1 })
    .toArray();
  say(found.length === 0 ? 'Nothing is set aside.' : letterLines(found));
}

async function retry(): Promise<void> {
  const asked = await deadLetters.requestRetry(values.all ? 'all' : id, by);
  if (asked === 0 && !values.all) throw new Error(`There is no dead letter ${id}, or it is being retried already.`);
  if (asked === 0) return say('Nothing is set aside.');
  if ((await new ProjectorRegistry(ops).count()) === 0)
    return say(`No projector is running. Once one runs, it retries ${asked}.`);
  const due = values.all ? { requestedBy: by } : { _id: id };
  for (;;) {
    if ((await letters.countDocuments({ ...due, state: 'retrying' })) === 0) break;
    if ((await new ProjectorRegistry(ops).count()) === 0)
      return say('The projector ended; the remaining letters wait for its next start.');
    await delay(200);
  }
  const left = await letters.find({ ...due, state: 'waiting' }).toArray();
  say(`${asked - left.length} applied, ${left.length} still set aside.`);
  if (left.length === 0) return;
  say(letterLines(left));
  process.exitCode = 1;
}

async function drop(): Promise<void> {
  if (await deadLetters.drop(id, by, values.reason ?? null)) return say(`${id} is left out for good.`);
  const letter = await letters.findOne({ _id: id });
  if (letter === null) throw new Error(`There is no dead letter ${id}.`);
  if (letter.kind === 'plan') throw new Error('A plan cannot be dropped: it is derived again until that succeeds.');
  throw new Error(letter.state === 'dropped' ? `${id} was dropped before.` : `${id} is being retried.`);
}

try {
  await (command === 'list' ? list() : command === 'retry' ? retry() : drop());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await mongo.close();
}
