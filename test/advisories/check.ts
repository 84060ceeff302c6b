// Compares what is installed with known vulnerabilities, which the folder named by ADVISORIES holds in OSV's format. Ends with 1 if there are
// any, and says so where no folder is named: some registries refuse `npm audit`, so somebody has to bring the advisories.
import { lockfileText, packagesOf } from '../harness/lockfile.js';
import { accepted } from './accepted.js';
import { lookForKnownVulnerabilities } from './look.js';

const folder = process.env['ADVISORIES'];
if (folder === undefined || folder === '') {
  console.log('Not looked for: ADVISORIES names no folder of advisories (docs/testing.md).');
} else {
  const installed = packagesOf(lockfileText());
  const today = new Date().toISOString().slice(0, 10);
  const { problems, notes } = await lookForKnownVulnerabilities(folder, installed, accepted, today);
  console.log([...notes, ...problems].join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
