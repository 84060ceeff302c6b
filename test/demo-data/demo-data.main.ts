import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateDemoData, type DemoSize } from './generate-demo-data.js';
import { writePastFiles } from './past-files.js';

const usage = `npm run demo-data -- --size demo|bench|large --out DIR [--seed N] [--as-at yyyy-MM]
    [--plans N] [--members N] [--months N] [--asset-months N] [--split-by-platform] [--past-months N]`;

const number = (value: string | undefined): number | undefined => (value === undefined ? undefined : Number(value));

try {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: 'demo' },
      out: { type: 'string' },
      seed: { type: 'string' },
      'as-at': { type: 'string' },
      plans: { type: 'string' },
      members: { type: 'string' },
      months: { type: 'string' },
      'asset-months': { type: 'string' },
      'split-by-platform': { type: 'boolean', default: false },
      // Also divides the files into those of each of the last months.
      'past-months': { type: 'string' },
    },
  });
  if (!values.out) throw new Error('--out DIR is missing.');
  const began = performance.now();
  const { files, asAt } = await generateDemoData({
    size: values.size as DemoSize,
    outDir: values.out,
    seed: number(values.seed),
    asAt: values['as-at'],
    plans: number(values.plans),
    members: number(values.members),
    months: number(values.months),
    assetMonths: number(values['asset-months']),
    splitByPlatform: values['split-by-platform'],
    onProgress: ({ plansDone, plans, rows }) => {
      if (process.stderr.isTTY)
        process.stderr.write(`\r${plansDone} of ${plans} plans, ${rows.toLocaleString('en-AU')} rows`);
    },
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  const pastMonths = number(values['past-months']);
  if (pastMonths !== undefined) {
    const past = writePastFiles(files, values.out, asAt, pastMonths);
    writeFileSync(join(values.out, 'past.json'), JSON.stringify(past));
  }
  for (const { rows, path } of files) console.log(`${rows.toLocaleString('en-AU').padStart(12)}  ${path}`);
  const total = files.reduce((sum, file) => sum + file.rows, 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${total.toLocaleString('en-AU').padStart(12)}  rows to the end of ${asAt}, in ${seconds} s`);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 1;
}
