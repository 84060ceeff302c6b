import { readModels, type ReadModel } from '@superscope/contracts/read-models/read-models';
import { pino } from 'pino';
import { makeTables } from '../analytics-schema/analytics-schema.js';
import { readEnv } from '../env.js';
import { derivations, projections } from '../read-models.js';
import { readCommandLine } from '../runtime/operations/command-line.js';
import { connect, type Connections } from '../runtime/operations/connections.js';
import { ProjectionFailure, safeReason, WriteFailure } from '../runtime/writing/failures.js';
import { Target } from '../runtime/writing/target.js';
import { rebuild, rebuildSuffix } from './rebuild.js';
import type { RebuildProgress } from './rebuild-journal.js';

const usage = `npm run rebuild [-- --only ${readModels.join('|')}] [--accept]`;

const { values } = readCommandLine(usage, {
  options: { only: { type: 'string' }, accept: { type: 'boolean', default: false } },
});
if (values.only !== undefined && !(readModels as readonly string[]).includes(values.only)) {
  process.stderr.write(`There is no read model ${values.only}.\n${usage}\n`);
  process.exit(1);
}
let connections: Connections | undefined;
const began = performance.now();
let shown = 0;

const show = ({ phase, events }: RebuildProgress) => {
  const now = performance.now();
  if (phase === 'replaying' && now - shown < 500) return;
  shown = now;
  const seconds = (now - began) / 1000;
  process.stdout.write(
    `${phase.padEnd(10)} ${events.toLocaleString('en-AU').padStart(12)} events  ${Math.round(events / seconds).toLocaleString('en-AU')}/s\n`,
  );
};

try {
  const env = readEnv(process.env);
  connections = await connect(env);
  const { store, mongo, clickhouse, secret } = connections;
  const kind = { cluster: env.CLICKHOUSE_CLUSTER ?? null };
  await makeTables(clickhouse, kind);
  const live = new Target(mongo.db('views'), clickhouse, '', kind);
  const outcome = await rebuild(
    {
      store,
      live,
      rebuilt: live.beside(rebuildSuffix),
      ops: mongo.db('ops'),
      projections,
      derivations: derivations(secret),
      log: pino({ name: 'rebuild', level: 'warn' }),
      onProgress: show,
    },
    { only: (values.only as ReadModel | undefined) ?? null, accept: values.accept },
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  for (const { name, columns, live, rebuilt } of outcome.differences)
    process.stdout.write(
      `${name}: ${live} rows live, ${rebuilt} rebuilt${columns.length > 0 ? `; differing: ${columns.join(', ')}` : ''}\n`,
    );
  if (outcome.differences.length === 0)
    process.stdout.write(`Equal at ${outcome.position} after ${outcome.events} events; switched in ${seconds} s.\n`);
  else if (outcome.switched) process.stdout.write(`Switched despite the differences, as requested, in ${seconds} s.\n`);
  else {
    process.stdout.write('They differ, so nothing was switched. To switch despite the differences: --accept\n');
    process.exitCode = 1;
  }
} catch (error) {
  // The message of a failed write names only the table; why it failed is in the engine's message, which may quote values.
  const known = error instanceof WriteFailure || error instanceof ProjectionFailure;
  const reason = known ? safeReason(error) : error instanceof Error ? error.message : String(error);
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
} finally {
  await connections?.close();
}
