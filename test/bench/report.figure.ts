import { join } from 'node:path';
import { workBegun } from '@superscope/contracts/work';
import { PortalClient } from '@superscope/local/portal-client';
import { accessiblePdf } from '@superscope/renderer/pdf/accessible-pdf';
import type { Browser } from 'playwright-core';
import { generateDemoData } from '../demo-data/generate-demo-data.js';
import { openBrowser } from '../harness/chromium.js';
import { textOfPages } from '../pdf/text-of.js';
import { benchPassword, sessionOf, type BenchPortal } from './bench-portal.js';
import { against, shown, whole, type Figure } from './figure.js';
import { spread, timed, until } from './measure.js';
import { processUse } from './processes.js';
import type { Sizes } from './sizes.js';

const plans = { large: 'TWR.P0001', small: 'TWR.P0002' } as const;
/** All named plans of the demo, so that enough of them are ranked. The others share this number of members. */
const plansOfFund = 17;
const membersOfOthers = 1_800;
/** The newest quarter end is among them. */
const assetMonths = 3;

const withinSeconds = { small: 5, large: 8 } as const;
/** Reports that count, and those before them while the api still compiles. */
const runs = 3;
const warmUps = 3;
/** What memory may grow by while reports are made on end. */
const mostGrowth = 1.25;
const patience = { withinSeconds: 180, everyMs: 50 };

interface Asked {
  person: PortalClient;
  planId: string;
  /** Fields of the form, which tell requests apart. */
  fields: Record<string, string>;
}

/**
 * Measures the Policy Committee Report of a small and a large plan as Staff wait for it, from the request until its PDF is downloaded; five
 * at once; and reports on end, which may leave neither memory nor Chromium behind.
 */
export async function reportFigures(
  portal: BenchPortal,
  { members, months, minutes }: Sizes['reports'],
  say: (text: string) => void,
): Promise<Figure[]> {
  let browser: Browser;
  try {
    browser = await openBrowser();
  } catch (error) {
    return [shown('report', `not measured: ${(error as Error).message.split('\n')[0]}`)];
  }
  const figures: Figure[] = [];
  try {
    await importFund(portal, members, months, say);
    const person = await signedIn(portal, 'staff');
    for (const size of ['small', 'large'] as const) {
      say(`reports of a plan of ${whole(members[size])} members`);
      const asked = { person, planId: plans[size], fields: {} };
      const first = await timed(() => made(portal, asked));
      const pages = (await textOfPages(first.result)).length;
      const print = await printing(browser, portal, plans[size]);
      await print();
      for (let n = 1; n < warmUps; n += 1) await made(portal, asked);
      const seconds: number[] = [];
      const alone: Stages[] = [];
      // In turns, so that other work on the machine affects both.
      for (let n = 0; n < runs; n += 1) {
        seconds.push((await timed(() => made(portal, asked))).seconds);
        alone.push(await print());
      }
      const { p50, most } = spread(seconds);
      figures.push({
        name: `report, ${whole(members[size])} members`,
        measured: `${p50.toFixed(1)} s (at most ${most.toFixed(1)}), ${pages} pages`,
        target: `<= ${withinSeconds[size]} s`,
        raw: `${spread(alone.map(({ answered, drawn, printed }) => answered + drawn + printed)).p50.toFixed(1)} s drawn and printed by a browser alone`,
        ...against(withinSeconds[size] / p50),
      });
      figures.push(shown(`where it goes, ${whole(members[size])} members`, stagesText(alone, p50)));
      if (size === 'small')
        figures.push(
          shown('report, the first of a portal', `${first.seconds.toFixed(1)} s`, 'with the start of Chromium'),
        );
    }
  } finally {
    await browser.close();
  }
  say('five reports at once');
  figures.push(await fiveAtOnce(portal));
  say(`reports on end for ${minutes} minutes`);
  figures.push(await onEnd(portal, minutes));
  for (const { name, measured } of figures) say(`${name}: ${measured}`);
  return figures;
}

async function importFund(
  portal: BenchPortal,
  members: Sizes['reports']['members'],
  months: number,
  say: (text: string) => void,
): Promise<void> {
  const firstPlans = [members.large, members.small];
  const data = await generateDemoData({
    size: 'bench',
    outDir: join(portal.folder, 'report-files'),
    plans: plansOfFund,
    members: members.large + members.small + membersOfOthers,
    firstPlans,
    months,
    assetMonths,
  });
  say(`a fund with plans of ${firstPlans.map(whole).join(' and ')} members and ${months} months`);
  for (const { table, path } of data.files)
    await portal.client.finishImport(await portal.client.startImport(table, path), () => {});
  const isDerived = async () => {
    const answer = await portal.client.request('/api/ready');
    return answer.ok && ((await answer.json()) as { derived: boolean }).derived;
  };
  await until('The derivation of the imported months', isDerived, { withinSeconds: 3_600, everyMs: 250 });
  // The last month is still open: it ended a short while ago, or is not over.
  const closed = 'SELECT min(n) FROM (SELECT uniqExact(month) AS n FROM plan_month GROUP BY plan_id)';
  const isClosed = async () => (await portal.count(closed)) >= months - 2;
  await until('The editions of the closed months', isClosed, { withinSeconds: 1_200, everyMs: 250 });
}

async function signedIn(portal: BenchPortal, username: string): Promise<PortalClient> {
  const person = new PortalClient(portal.url);
  await person.signIn(username, benchPassword);
  return person;
}

/** Has a report made and downloads it. Throws the reason of one that failed. */
async function made(portal: BenchPortal, { person, planId, fields }: Asked): Promise<Buffer> {
  // The same request within a minute would be the same report.
  await portal.mongo.db('ops').collection('report_requests').deleteMany({});
  const form = new FormData();
  for (const [name, value] of Object.entries({ engagedOnly: 'false', ...fields })) form.append(name, value);
  const path = `/api/plans/${planId}/reports`;
  const answer = await person.request(`${path}/request`, { method: 'POST', body: form });
  if (answer.status !== 202) throw new Error(`A report was refused: ${await answer.text()}`);
  const { workId } = workBegun.parse(await answer.json());
  const works = portal.mongo.db('views').collection<{ _id: string; state: string; reason?: string | null }>('work');
  const isDone = async () => {
    const work = await works.findOne({ _id: workId }, { projection: { state: 1, reason: 1 } });
    if (work?.state === 'failed' || work?.state === 'retrying') throw new Error(`A report failed: ${work.reason}`);
    return work?.state === 'done';
  };
  await until('A report', isDone, patience);
  const file = await person.request(`${path}/result?resultId=${workId}`);
  if (!file.ok) throw new Error(`A report could not be downloaded: ${file.status}.`);
  return Buffer.from(await file.arrayBuffer());
}

/** Seconds of a report that a browser makes alone. */
interface Stages {
  /** Until the last answer that the page waits for. */
  answered: number;
  /** From there until the page says that it is drawn. */
  drawn: number;
  printed: number;
  /** Its tags, links and bookmarks made to conform. */
  finished: number;
}

/** The stages' medians, and what is left of a whole report: asking for it, its figures' moment, keeping and downloading it. */
function stagesText(alone: readonly Stages[], whole: number): string {
  const names = ['answered', 'drawn', 'printed', 'finished'] as const;
  const medians = names.map((name) => ({ name, seconds: spread(alone.map((stages) => stages[name])).p50 }));
  const rest = whole - medians.reduce((sum, { seconds }) => sum + seconds, 0);
  return [...medians, { name: 'the rest', seconds: Math.max(0, rest) }]
    .map(({ name, seconds }) => `${name} ${seconds.toFixed(1)}`)
    .join(', ');
}

/** Opens the same page in a browser and makes its PDF, without the portal's background work. The browser keeps what it has loaded. */
async function printing(browser: Browser, portal: BenchPortal, planId: string): Promise<() => Promise<Stages>> {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'en-AU', timezoneId: 'Australia/Sydney' });
  const cookies = (await sessionOf(portal.url)).split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: portal.url };
  });
  await context.addCookies(cookies);
  return async () => {
    const page = await context.newPage();
    let lastAnswer = performance.now();
    page.on('requestfinished', () => {
      lastAnswer = performance.now();
    });
    const began = lastAnswer;
    await page.goto(`/policyCommitteeReport?planId=${planId}&disableAnimations=true`);
    await page.locator('html[data-page=ready]').waitFor({ state: 'attached', timeout: 120_000 });
    const drawnAt = performance.now();
    const answeredAt = Math.min(lastAnswer, drawnAt);
    const { result: pdf, seconds: printed } = await timed(() =>
      page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true }),
    );
    const finishing = { title: 'Report', madeAt: new Date(), labels: [], attached: null };
    const { seconds: finished } = await timed(() => accessiblePdf(pdf, finishing));
    await page.close();
    return { answered: (answeredAt - began) / 1000, drawn: (drawnAt - answeredAt) / 1000, printed, finished };
  };
}

/** Three people ask for five reports in the same moment. */
async function fiveAtOnce(portal: BenchPortal): Promise<Figure> {
  const [staff, admin, consultant] = await Promise.all(
    ['staff', 'admin', 'authorisedrep'].map((username) => signedIn(portal, username)),
  );
  const planId = plans.small;
  const all: Asked[] = [
    { person: staff!, planId, fields: {} },
    { person: staff!, planId, fields: { engagedOnly: 'true' } },
    { person: admin!, planId, fields: {} },
    { person: admin!, planId, fields: { companyId: `${planId}-E1` } },
    { person: consultant!, planId, fields: {} },
  ];
  const { result, seconds } = await timed(() => Promise.all(all.map((asked) => made(portal, asked))));
  const arrived = result.filter((pdf) => pdf.subarray(0, 5).toString() === '%PDF-').length;
  return {
    name: 'five reports at once',
    measured: `${arrived} arrive in ${seconds.toFixed(1)} s`,
    target: 'all arrive',
    raw: '',
    ...against(arrived / all.length),
  };
}

const isChromium = ({ name }: { name: string }) => /chrom/i.test(name);
const megabytes = () =>
  processUse()
    .filter((process) => isChromium(process) || ['renderer', 'api'].includes(process.name))
    .reduce((sum, process) => sum + process.megabytes, 0);

/** Two people have one report after another made. Compares memory at the end with that of the first third. */
async function onEnd(portal: BenchPortal, minutes: number): Promise<Figure> {
  const people = await Promise.all([signedIn(portal, 'staff'), signedIn(portal, 'admin')]);
  const began = performance.now();
  const passed = () => (performance.now() - began) / 60_000 / minutes;
  const memory: { at: number; megabytes: number }[] = [];
  let reports = 0;
  await Promise.all(
    people.map(async (person) => {
      while (passed() < 1) {
        await made(portal, { person, planId: plans.small, fields: {} });
        reports += 1;
        memory.push({ at: passed(), megabytes: megabytes() });
      }
    }),
  );
  const medianOf = (from: number, to: number) => {
    const part = memory.filter(({ at }) => at >= from && at < to).map((each) => each.megabytes);
    return part.length === 0 ? memory.at(-1)!.megabytes : spread(part).p50;
  };
  const [early, late] = [medianOf(0.1, 0.4), medianOf(0.7, Infinity)];
  // Chromium ends after a minute without files.
  const leaves = until('The end of Chromium', () => Promise.resolve(!processUse().some(isChromium)), {
    withinSeconds: 90,
    everyMs: 500,
  });
  const isLeft = await leaves.then(
    () => false,
    () => true,
  );
  return {
    name: `reports on end, ${minutes} minutes`,
    measured: `${reports} reports, ${whole(early)} MB, then ${whole(late)} MB${isLeft ? ', and Chromium stays' : ''}`,
    target: `<= ${mostGrowth} x, no Chromium after`,
    raw: 'api, renderer and Chromium',
    ...against(isLeft ? 0 : mostGrowth / (late / early)),
  };
}
