import { productVersion } from '@superscope/contracts/build-info';
import { worstOf, type DoctorArea, type DoctorReport } from '@superscope/contracts/doctor';
import { alertChecks } from './alert-checks.js';
import { backupChecks } from './backup-checks.js';
import { certificateChecks } from './certificate-checks.js';
import { clockChecks } from './clock-checks.js';
import { diskChecks } from './disk-checks.js';
import { engineChecks } from './engine-checks.js';
import { inTime, patienceMs, type Examined } from './examined.js';
import { broken, type Finding } from './findings.js';
import { historyChecks } from './history-checks.js';
import { schemaChecks } from './schema-checks.js';

const areas: readonly (readonly [DoctorArea, string, (examined: Examined) => Promise<Finding[]>])[] = [
  ['engines', 'Engines', engineChecks],
  ['alerts', 'Alerts', alertChecks],
  ['schema', 'Schema', schemaChecks],
  ['disk', 'Free disk', diskChecks],
  ['backup', 'Newest backup', backupChecks],
  ['history', 'Signed history', historyChecks],
  ['clocks', 'Clocks', clockChecks],
  ['certificates', 'Certificates', certificateChecks],
];

/** Looks at everything at once. A part that cannot be read is a finding, never an error. */
export async function examine(examined: Examined): Promise<DoctorReport> {
  const found = await Promise.all(
    areas.map(async ([area, of, look]) => {
      const checks = await inTime(look(examined), 3 * patienceMs).catch((error: unknown) => [
        // An engine's own message may quote addresses.
        broken(of, `Could not be looked at (${kindOf(error)}).`, 'See whether the engines answer, and the log.'),
      ]);
      return checks.map((check) => ({ area, ...check }));
    }),
  );
  const checks = found.flat();
  return { at: examined.now().toISOString(), version: productVersion, state: worstOf(checks), checks };
}

const kindOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
