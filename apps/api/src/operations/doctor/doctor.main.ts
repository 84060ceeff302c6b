import { parseArgs } from 'node:util';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { doctorAreaNames, doctorAreas, type DoctorReport } from '@superscope/contracts/doctor';
import { readSettings } from '@superscope/event-store/connection/settings';
import { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import { MongoClient } from 'mongodb';
import { doctorShape } from '../../env.js';
import { examine } from './doctor.js';
import { patienceMs } from './examined.js';
import { reportLines } from './report-lines.js';

const usage = `npm run doctor [-- --json]

Looks at engines, alerts, schema, upgrade, disks, backup, signed history, clocks and certificates, and changes nothing.
Ends with 0 if all is well, 1 if something needs attention, 2 if something is broken, 3 if it could not look.`;

const codes: Readonly<Record<DoctorReport['state'], number>> = { well: 0, attention: 1, broken: 2 };

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const settings = readSettings("The doctor's", doctorShape, process.env);
  // An engine that is away is a finding, so nothing connects before it is asked.
  const client = (url: string) => new MongoClient(url, { serverSelectionTimeoutMS: patienceMs });
  const mongo = client(settings.MONGODB_URL);
  const vaultMongo = settings.VAULT_MONGODB_URL === undefined ? mongo : client(settings.VAULT_MONGODB_URL);
  const clickhouse = createClient({
    url: settings.CLICKHOUSE_URL,
    application: 'superscope-doctor',
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: patienceMs,
  });
  const log = new RawEventLog(settings.EVENTSTORE_URL);
  const report = await examine({
    mongo,
    vaultMongo,
    clickhouse,
    eventStoreVersion: () => log.serverVersion(),
    settings,
    now: () => new Date(),
  });
  const text = values.json
    ? JSON.stringify(report, null, 2)
    : reportLines(report, doctorAreas, doctorAreaNames).join('\n');
  process.stdout.write(`${text}\n`);
  return codes[report.state];
}

// Ends at once, because a client whose engine is away would keep the process.
const end = (code: number) => process.stdout.write('', () => process.exit(code));
try {
  end(await main());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  end(3);
}
