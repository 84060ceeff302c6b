import { parseArgs } from 'node:util';
import { PortalClient } from './portal-client.js';
import { ProgressBar } from './progress-bar.js';
import { ask } from './ask.js';

const usage = 'npm run import -- TABLE FILE [--url http://localhost:3000] [--user admin] [--platform ID] [--plan ID]';

/** Imports one file through the api. The password is asked for, or taken from SUPERSCOPE_PASSWORD. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: `http://localhost:${process.env['PORT'] ?? 3000}` },
      user: { type: 'string', default: 'admin' },
      platform: { type: 'string' },
      plan: { type: 'string' },
    },
  });
  const [table, file] = positionals;
  if (table === undefined || file === undefined) throw new Error(usage);
  const client = new PortalClient(values.url);
  const password = process.env['SUPERSCOPE_PASSWORD'] ?? (await ask(`Password of ${values.user}: `, true));
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
  const text = `${end.rows} rows: ${end.written} written, ${end.skipped} as they were.`;
  new ProgressBar(end.rows).end(text);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
