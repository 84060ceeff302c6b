import { statSync } from 'node:fs';
import { csvTableNames, isCsvTable } from '@superscope/contracts/csv-tables';
import { ask } from './ask.js';
import { readCommandLine } from './command-line.js';
import { errorLines, PortalClient } from './portal-client.js';
import { ProgressBar } from './progress-bar.js';

const usage = 'npm run import -- TABLE FILE [--url http://localhost:3000] [--user admin] [--platform ID] [--plan ID]';

/** Imports one file through the api. The password is read from SUPERSCOPE_PASSWORD or the terminal. */
async function main(): Promise<void> {
  const { values, positionals } = readCommandLine(usage, {
    allowPositionals: true,
    options: {
      url: { type: 'string', default: `http://localhost:${process.env['PORT'] ?? 3000}` },
      user: { type: 'string', default: 'admin' },
      platform: { type: 'string' },
      plan: { type: 'string' },
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
  const importId = await client.startImport(table, file, query);
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

const count = (n: number) => n.toLocaleString('en-AU');

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
