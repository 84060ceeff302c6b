import type { AccessRow } from '@superscope/contracts/access-on';
import { guardFormula } from '../platform/csv/formula-guard.js';

const columns: readonly [title: string, of: (row: AccessRow) => string | null][] = [
  ['username', ({ username }) => username],
  ['name', ({ name }) => name],
  ['emailOrDomain', ({ emailOrDomain }) => emailOrDomain],
  ['role', ({ role }) => role],
  ['contextId', ({ contextId }) => contextId],
  ['contextName', ({ contextName }) => contextName],
  ['active', ({ active }) => yesOrNo(active)],
  ['verified', ({ verified }) => yesOrNo(verified)],
  ['authenticatorApp', ({ app }) => yesOrNo(app)],
  ['lastSignInAt', ({ lastSignInAt }) => lastSignInAt],
];

const yesOrNo = (flag: boolean) => (flag ? 'Yes' : 'No');

const cell = (text: string | null): string => {
  const safe = guardFormula(text ?? '');
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A CSV line for each user, guarded against formulas. It begins with a byte order mark, which marks the file as UTF-8. */
export const accessCsv = (rows: readonly AccessRow[]): string =>
  [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, of]) => cell(of(row))))]
    .map((line) => `${line.join(',')}\r\n`)
    .join('')
    .replace(/^/, '\uFEFF');
