import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { textTable } from '../bench/table.js';
import { repository } from '../harness/repository.js';
import { FaultRun } from './fault-run.js';
import { FaultTally, writeTable } from './fault-table.js';

const usage = 'npm run faults [-- --rounds 10] [--seed TEXT] [--faults 5] [--pause 30] [--direct] [--write]';
const page = join(repository, 'docs/reliability.md');
const mostRounds = 1_000;
/** Rounds before a new portal is started, because checks take longer with each round. */
const roundsPerPortal = 10;

const began = performance.now();
const say = (text: string) =>
  void process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(6)} s  ${text}\n`);

function asked() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '10' },
      seed: { type: 'string' },
      faults: { type: 'string', default: '5' },
      pause: { type: 'string', default: '30' },
      direct: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const number = (name: 'rounds' | 'faults' | 'pause', most: number) => {
    const value = Number(values[name]);
    if (!(Number.isInteger(value) && value >= 1 && value <= most))
      throw new Error(`--${name} is a whole number from 1 to ${most}.\n${usage}`);
    return value;
  };
  return {
    rounds: number('rounds', mostRounds),
    faults: number('faults', 50),
    longestPauseMs: number('pause', 30) * 1_000,
    seed: values.seed ?? randomBytes(4).toString('hex'),
    direct: values.direct,
    write: values.write,
  };
}

let running: FaultRun | null = null;
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopping) void running?.stop().finally(() => process.exit(1));
    else say('stopping after this round; once more to stop now');
    stopping = true;
  });

async function main(): Promise<void> {
  const { rounds, faults, longestPauseMs, seed, direct, write } = asked();
  const tally = new FaultTally();
  const notes: string[] = [];
  say(`${rounds} rounds, seed ${seed}`);
  for (let first = 0; first < rounds && !stopping; first += roundsPerPortal) {
    const pauseMs = { from: Math.min(1_000, longestPauseMs), to: longestPauseMs };
    const run = await FaultRun.start({ seed: `${seed}/${first}`, direct, pauseMs, say });
    running = run;
    try {
      for (let round = first; round < Math.min(rounds, first + roundsPerPortal) && !stopping; round += 1) {
        say(`round ${round + 1}`);
        const drawn = run.some(faults);
        await run.round(drawn);
        const found = run.takeFindings();
        tally.round(
          drawn.map(({ name }) => name),
          found,
        );
        for (const note of found.notes) say(`! ${note}`);
        notes.push(...found.notes.map((note) => `round ${round + 1}: ${note}`));
      }
    } catch (error) {
      notes.push(`${(error as Error).stack}`);
      run.keep();
      stopping = true;
    } finally {
      const { rows, commands, arrived, failed } = run.sent.acknowledged;
      tally.rows += rows;
      tally.commands += commands;
      tally.arrived += arrived;
      tally.failed += failed;
      tally.looks += run.looks;
      await run.stop();
      running = null;
    }
    const how = `On ${new Date().toISOString().slice(0, 10)}, fed by ${run.portal.feed}, seed ${seed}:`;
    if (write) writeTable(page, how, tally);
  }
  process.stdout.write(`\n${textTable(tally.table(), [1, 2, 3, 4])}\n\n${tally.summary()}\n`);
  if (notes.length > 0) {
    process.stdout.write(`\nSeed ${seed}\n${notes.join('\n')}\n`);
    process.exitCode = 1;
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
