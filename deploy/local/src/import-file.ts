import { statSync } from 'node:fs';
import { csvTableNames, isCsvTable } from '@superscope/contracts/csv-tables';
import { ask } from './ask.js';
import { readCommandLine } from './command-line.js';
import { effectLines, questionLines } from './effect-lines.js';
import { errorLines, PortalClient, ToConfirm } from './portal-client.js';
import { ProgressBar } from './progress-bar.js';

const usage =
  'npm run import -- TABLE FILE [--url http://localhost:3000] [--user admin] [--platform ID] [--plan ID] [--dry-run | --confirm]';

/**
 * Imports one file through the api. `--dry-run` only says what it would change; `--confirm` confirms what else would be asked, and says it.
 * The password is read from SUPERSCOPE_PASSWORD or the terminal.
 */
async function main(): Promise<void> {
  const { values, positionals } = readCommandLine(usage, {
    allowPositionals: true,
    options: {
      url: { type: 'string', default: `http://localhost:${process.env['PORT'] ?? 3000}` },
      user: { type: 'string', default: 'admin' },
      platform: { type: 'string' },
      plan: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      confirm: { type: 'boolean', default: false },
    },
  });
  const [table, file, ...more] = positionals;
  if (table === undefined || file === undefined || more.length > 0) throw new Error(usage);
  if (!isCsvTable(table)) throw new Error(`There is no table ${table}. The tables: ${csvTableNames.join(', ')}.`);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) throw new Error(`There is no file ${file}.`);
  if (!/^https?:/.test(values.url) || !URL.canParse(values.url))
    throw new Error(`--url takes an address such as http://localhost:3000, not ${values.url}.`);
  const client = new PortalClient(values.url.replace(/\/+$/, ''));
  const password = process.env['SUPERSCOPE_PASSWORD'] ?? (await askPassword(values.user));
  await client.signIn(values.user, password);
  const query = {
    ...(values.platform === undefined ? {} : { platformId: values.platform }),
    ...(values.plan === undefined ? {} : { planId: values.plan }),
  };
  const { 'dry-run': isDryRun, confirm } = values;
  const checked = isDryRun || confirm ? await client.checkFile(table, file, query) : null;
  if (isDryRun) {
    say(`${count(checked!.rows)} rows, nothing wrong. Nothing is written.`);
    return effectLines(checked!.effect!).forEach(say);
  }
  const confirmed = checked?.effect?.confirm ?? null;
  if (confirmed !== null) ['Confirmed:', ...questionLines(checked!.effect!)].forEach(say);
  const asOf = checked?.effect?.asOf;
  const importId = await client.startImport(table, file, {
    ...query,
    ...(confirmed !== null && { confirmed }),
    ...(asOf !== undefined && { asOf: String(asOf) }),
  });
  let bar: ProgressBar | null = null;
  const end = await client.finishImport(importId, ({ done, rows }) =>
    (bar ??= new ProgressBar(rows)).show(done, table),
  );
  const refused = end.errorCount === 0 ? '' : `, ${count(end.errorCount)} refused`;
  const text = `${count(end.rows)} rows: ${count(end.written)} written, ${count(end.skipped)} as they were${refused}.`;
  new ProgressBar(end.rows).end(text);
  if (end.erasedRows > 0)
    process.stdout.write(
      `Rows of erased members that were left out: ${count(end.erasedRows)}. What is recorded of them stays.\n`,
    );
  if (end.errorCount > 0) throw new Error(errorLines(end).join('\n'));
}

function askPassword(user: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error(`There is no terminal to ask for the password of ${user}: set SUPERSCOPE_PASSWORD.`);
  return ask(`Password of ${user}: `, true);
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
const count = (n: number) => n.toLocaleString('en-AU');

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof ToConfirm) process.stderr.write('Import it with --confirm if that is meant.\n');
  process.exitCode = 1;
}
