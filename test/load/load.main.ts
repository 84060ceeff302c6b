import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { groupBy } from '@superscope/domain/group-by';
import { innerId } from '@superscope/domain/outside-id';
import { BenchPortal } from '../bench/bench-portal.js';
import { spread } from '../bench/measure.js';
import { textTable } from '../bench/table.js';
import { generateDemoData, type DemoData } from '../demo-data/generate-demo-data.js';
import { Random } from '../demo-data/random.js';
import { dashboardOf, recordDashboard } from './recorded-dashboard.js';
import { registerVisitors } from './visitor-accounts.js';
import { Visitor, type Seen } from './visitor.js';

const usage = 'npm run load [-- --users 200] [--seconds 180] [--think 30]';
const password = 'bench-password';
const fund = { size: 'bench', plans: 40, members: 8_000, months: 14, assetMonths: 0 } as const;
const commandsPerSecond = 5;
const limits = { users: 1_000, seconds: 900, think: 300 };

const began = performance.now();
const say = (text: string) =>
  void process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}\n`);

interface Asked {
  users: number;
  seconds: number;
  /** Average seconds between two visits of a page. */
  think: number;
}

/** Measures errors and the duration of a dashboard with many concurrent users, commands and an import. */
async function main(): Promise<void> {
  const asked = askedFor();
  const portal = await BenchPortal.start(say);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void portal.stop().finally(() => process.exit(1)));
  try {
    const data = await fill(portal, asked);
    const recorded = await recordDashboard(portal.url, 'companyrep', password);
    say(`the dashboard asks ${recorded.waves.flat().length} times, in ${recorded.waves.length} waves`);
    const seen: Seen = { dashboards: [], refreshes: [], requests: 0, errors: [] };
    const plans = await planIds(portal);
    const random = new Random(1);
    const visitors: Visitor[] = [];
    for (const [n, username] of (await registerVisitors(portal.environment, asked.users, password)).entries()) {
      const planId = plans[n % plans.length]!;
      const cookie = await signedIn(portal.url, username);
      visitors.push(new Visitor(portal.url, cookie, planId, dashboardOf(recorded, planId), seen));
    }
    say(`${asked.users} people are signed in, at ${plans.length} plans`);
    for (const visitor of visitors.slice(0, plans.length)) await visitor.warmUp();
    Object.assign(seen, { requests: 0, errors: [] });
    say('everybody has their page open');
    const outcome = await run(portal, visitors, data, random, asked, seen);
    report(seen, outcome, asked);
  } finally {
    await portal.stop();
  }
}

function askedFor(): Asked {
  const { values } = parseArgs({
    options: { users: { type: 'string' }, seconds: { type: 'string' }, think: { type: 'string' } },
  });
  const number = (name: keyof Asked, usual: number) => {
    const value = Number(values[name] ?? usual);
    if (!(value >= 1 && value <= limits[name])) throw new Error(`--${name} is from 1 to ${limits[name]}.\n${usage}`);
    return value;
  };
  return { users: number('users', 200), seconds: number('seconds', 180), think: number('think', 30) };
}

async function fill(portal: BenchPortal, { seconds }: Asked): Promise<DemoData> {
  const data = await generateDemoData({ ...fund, outDir: join(portal.folder, 'files') });
  for (const { table, path } of data.files)
    await portal.client.finishImport(await portal.client.startImport(table, path), () => {});
  const campaigns = Math.ceil(seconds * commandsPerSecond) + 50;
  const path = join(portal.folder, 'files', 'load-campaigns.csv');
  const plans = await planIds(portal);
  const lines = Array.from({ length: campaigns }, (_, n) => {
    const planId = plans[n % plans.length]!;
    return `LOAD${n},${planId.slice(planId.indexOf('.') + 1)},Newsletter,Issue ${n},2025-03-01`;
  });
  const ofPlatform = (platform: string) =>
    lines.filter((_, n) => plans[n % plans.length]!.startsWith(`${platform}.`)).join('\n');
  for (const platform of new Set(plans.map((planId) => planId.split('.')[0]!))) {
    writeFileSync(path, `campaignId,planId,campaignType,name,runDate\n${ofPlatform(platform)}\n`);
    const query = { platformId: platform };
    await portal.client.finishImport(await portal.client.startImport('campaigns', path, query), () => {});
  }
  for (;;) {
    const answer = await portal.client.request('/api/ready');
    if (answer.ok && ((await answer.json()) as { derived: boolean }).derived) break;
    await delay(200);
  }
  say(`${fund.plans} plans, ${fund.members} members, ${fund.months} months are imported`);
  return data;
}

async function planIds(portal: BenchPortal): Promise<string[]> {
  const plans = portal.mongo.db('views').collection<{ _id: string }>('plans');
  return (await plans.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id).sort();
}

async function signedIn(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}/api/authentication`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-By': 'superscope' },
    body: JSON.stringify({ username, password }),
  });
  if (!answer.ok) throw new Error(`Signing in as ${username} was refused with ${answer.status}.`);
  await answer.arrayBuffer();
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

interface Outcome {
  commands: number;
  commandMs: number[];
  imports: number;
  importedRows: number;
}

async function run(
  portal: BenchPortal,
  visitors: readonly Visitor[],
  data: DemoData,
  random: Random,
  { seconds, think }: Asked,
  seen: Seen,
): Promise<Outcome> {
  const outcome: Outcome = { commands: 0, commandMs: [], imports: 0, importedRows: 0 };
  const until = performance.now() + seconds * 1000;
  const goesOn = () => performance.now() < until;
  // Exponential, like the intervals of independent arrivals.
  const pause = () => -Math.log(1 - random.next()) * think * 1000;
  const visits = visitors.map((visitor) => visitor.visit(pause));
  await Promise.all([
    commands(portal, goesOn, outcome, seen),
    imports(portal, data, goesOn, outcome, seen),
    delay(seconds * 1000).then(() => visitors.forEach((visitor) => visitor.leave())),
  ]);
  await Promise.all(visits);
  return outcome;
}

/** Cancels a campaign every fifth of a second, without waiting for the previous answer. */
async function commands(portal: BenchPortal, goesOn: () => boolean, outcome: Outcome, seen: Seen): Promise<void> {
  const plans = await planIds(portal);
  const running: Promise<void>[] = [];
  for (let n = 0; goesOn(); n += 1) {
    const id = innerId(plans[n % plans.length]!.split('.')[0]!, `LOAD${n}`);
    const send = async () => {
      const sentAt = performance.now();
      const answer = await portal.client.request(`/api/campaigns/${id}/cancel`, { method: 'POST' });
      await answer.arrayBuffer();
      outcome.commandMs.push(performance.now() - sentAt);
      if (!answer.ok) seen.errors.push(`POST /api/campaigns/${id}/cancel: answered ${answer.status}`);
    };
    running.push(send().catch((error: Error) => void seen.errors.push(`POST cancel: ${error.message}`)));
    outcome.commands += 1;
    await delay(1000 / commandsPerSecond);
  }
  await Promise.all(running);
}

/** Imports the months of one plan after another with different salaries each time, so that every row changes. */
async function imports(
  portal: BenchPortal,
  data: DemoData,
  goesOn: () => boolean,
  outcome: Outcome,
  seen: Seen,
): Promise<void> {
  const { path: whole } = data.files.find(({ table }) => table === 'memberSnapshots')!;
  const files = raisedSalaries(readFileSync(whole, 'utf8'));
  const path = join(portal.folder, 'files', 'again.csv');
  while (goesOn()) {
    const lines = files(outcome.imports);
    writeFileSync(path, lines.join('\n'));
    try {
      await portal.client.finishImport(await portal.client.startImport('memberSnapshots', path), () => {});
      outcome.imports += 1;
      outcome.importedRows += lines.length - 1;
    } catch (error) {
      seen.errors.push(`import: ${(error as Error).message.split('\n').slice(0, 2).join(' ')}`);
      return;
    }
  }
}

/** Splits a file by plan. The n-th returned file is of the next plan, with salaries n dollars higher. Cells have no quotes or commas. */
function raisedSalaries(csv: string): (n: number) => string[] {
  const [header, ...rows] = csv.trimEnd().split(/\r?\n/);
  const names = header!.split(',');
  const [plan, salary] = [names.indexOf('planId'), names.indexOf('salary')];
  const plans = [
    ...groupBy(
      rows.map((row) => row.split(',')),
      (row) => row[plan]!,
    ).values(),
  ];
  return (n) => {
    const raised = (row: string[]) =>
      row[salary] === '' ? row : row.with(salary, String(Number(row[salary]) + n + 1));
    return [header!, ...plans[n % plans.length]!.map((row) => raised(row).join(','))];
  };
}

function report(seen: Seen, { commands, commandMs, imports, importedRows }: Outcome, { users, seconds }: Asked): void {
  const ms = (values: readonly number[]) => {
    if (values.length === 0) return 'none';
    const { p50, p95, most } = spread(values);
    return `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, most ${most.toFixed(0)} ms`;
  };
  const { dashboards, refreshes, requests, errors } = seen;
  const whole = (value: number) => value.toLocaleString('en-AU');
  const rows = [
    ['what', 'measured', 'target'],
    ['people, seconds', `${users}, ${seconds}`, ''],
    ['whole dashboards', `${whole(dashboards.length)}: ${ms(dashboards)}`, 'p95 <= 1,500 ms'],
    ['pages that refreshed themselves', `${whole(refreshes.length)}: ${ms(refreshes)}`, ''],
    ['requests', `${whole(requests)}, ${(requests / seconds).toFixed(0)}/s`, ''],
    ['commands', `${whole(commands)}: ${ms(commandMs)}`, `${commandsPerSecond}/s`],
    ['imports', `${imports} of ${whole(importedRows)} rows together`, 'one always running'],
    ['errors', String(errors.length), '0'],
  ];
  process.stdout.write(
    `\n${textTable(rows, [])}\n\nLoad average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}.\n`,
  );
  for (const error of [...new Set(errors)].slice(0, 20)) process.stdout.write(`${error}\n`);
  if (errors.length > 0 || dashboards.length === 0 || spread(dashboards).p95 > 1_500) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
