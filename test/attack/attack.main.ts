import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BenchPortal, benchPassword } from '../bench/bench-portal.js';
import { runAttacks } from './attack-run.js';
import { longForm } from './budget/budget.js';
import { newestClosedMonth } from './attacked-fund.js';
import { reportMarkdown, reportText } from './report.js';

const usage =
  'npm run attack [-- --sizes 8,25,60,260,300,1300] [--several 260] [--months 36] [--seed 1] [--rounds 2000] [--markdown FILE]';

const began = performance.now();
const say = (text: string) =>
  void process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}\n`);

function asked() {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '8,25,60,260,300,1300' },
      several: { type: 'string', default: '260' },
      months: { type: 'string', default: '36' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '2000' },
      markdown: { type: 'string' },
    },
  });
  const whole = (text: string, least: number) => {
    const value = Number(text);
    if (!(Number.isInteger(value) && value >= least))
      throw new Error(`'${text}' is not a whole number of at least ${least}.\n${usage}`);
    return value;
  };
  const sizes = values.sizes.split(',').map((size) => whole(size, 5));
  return {
    sizes,
    // The plan of this size has several employers.
    severalAt: sizes.indexOf(whole(values.several, 0)),
    months: whole(values.months, 15),
    seed: whole(values.seed, 0),
    rounds: whole(values.rounds, 10),
    markdown: values.markdown,
  };
}

/** Attacks as an employer who wants to learn single members' secrets, and reports the success. */
async function main(): Promise<void> {
  const { markdown, ...request } = asked();
  const portal = await BenchPortal.start(say);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void portal.stop().finally(() => process.exit(1)));
  try {
    const lastMonth = newestClosedMonth(new Date());
    const report = await runAttacks({
      ...request,
      budget: longForm,
      lastMonth,
      url: portal.url,
      password: benchPassword,
      say,
    });
    process.stdout.write(`\n${reportText(report)}\n`);
    if (markdown) writeFileSync(markdown, reportMarkdown(report));
    if (report.missed.length > 0) process.exitCode = 1;
  } finally {
    await portal.stop();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
