import { request } from 'node:http';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../harness/chromium.js';
import { benchPassword, type BenchPortal } from './bench-portal.js';
import { membersOf, membersOpened } from './browser-fund.js';
import { BrowserVisit, type DataRequest } from './browser-visit.js';
import { against, shown, whole, type Figure } from './figure.js';
import { percentile, spread, timed } from './measure.js';
import type { Sizes } from './sizes.js';

/** The pages that a reader visits, each opened for the first time in that browser. */
const round = [
  { menu: 'Super', link: 'Plan SuperScore' },
  { menu: 'Super', link: 'Nominated beneficiary' },
  { menu: 'Super', link: 'Account balance' },
  { menu: 'Super', link: 'Life insurance' },
  { menu: 'Super', link: 'Retirement adequacy' },
  { menu: 'Super', link: 'Analytics' },
] as const;
const back = { menu: 'Dashboard', link: 'Overview', title: 'Dashboard' } as const;

const targets = { requests: 4, scriptBytes: 250_000, shift: 0.05 };
/** Full speed, and slowed like a small laptop. */
const speeds = [
  { name: '', slowDown: 1, dashboardMs: 1_000, pageMs: 300 },
  { name: ', slowed 4 x', slowDown: 4, dashboardMs: 3_500, pageMs: null },
] as const;
/** Number of repetitions of a request without a browser; the median counts. */
const tries = 5;

/** Milliseconds and requests of one visit, by page. */
interface Visit {
  dashboardMs: number;
  firstMs: Map<string, number>;
  backMs: number;
  shift: number;
  asked: Map<string, readonly DataRequest[]>;
  scripts: string[];
  cookie: string;
}

/** Measures how long a company representative waits in a browser. Without a browser the figure says so. */
export async function browserFigures(
  portal: BenchPortal,
  { browserRuns }: Sizes,
  say: (text: string) => void,
): Promise<Figure[]> {
  let browser: Browser;
  try {
    browser = await openBrowser();
  } catch (error) {
    return [shown('browser', `not measured: ${(error as Error).message.split('\n')[0]}`)];
  }
  try {
    const fund = `${whole(await membersOpened(portal))} members in the plan, ${whole(await membersOf(portal))} in the fund`;
    say(`browser ${browser.version()}: ${fund}`);
    // Warms up the server; not counted.
    const first = await visited(browser, portal.url, 1);
    const alone = await requestsAlone(portal.url, first);
    const figures: Figure[] = [];
    for (const speed of speeds) {
      say(`browser${speed.name}`);
      const visits: Visit[] = [];
      for (let n = 0; n < browserRuns; n += 1) visits.push(await visited(browser, portal.url, speed.slowDown));
      const measured = timesOf(visits, speed, alone);
      if (speed.slowDown === 1) measured.push(...(await weightOf(visits, portal.url)));
      for (const figure of measured) say(`${figure.name}: ${figure.measured}`);
      figures.push(...measured);
    }
    return figures;
  } finally {
    await browser.close();
  }
}

async function visited(browser: Browser, url: string, slowDown: number): Promise<Visit> {
  const visit = await BrowserVisit.open(browser, url, slowDown);
  try {
    await visit.fillSignIn('companyrep', benchPassword);
    const dashboardMs = await visit.signIn();
    const scripts = await visit.scriptsBeforeCharts();
    const asked = new Map<string, readonly DataRequest[]>([['Dashboard', visit.asked()]]);
    const firstMs = new Map<string, number>();
    for (const { menu, link } of round) {
      firstMs.set(link, await visit.follow(menu, link));
      asked.set(link, visit.asked());
    }
    const backMs = await visit.follow(back.menu, back.link, back.title);
    const shift = await visit.shiftWhenReloaded(back.title);
    return { dashboardMs, firstMs, backMs, shift, asked, scripts, cookie: await visit.cookie() };
  } finally {
    await visit.close();
  }
}

/** Durations of a page's requests, sent one after another without a browser, by page. */
type Alone = Map<string, { sumMs: number; longestMs: number }>;

async function requestsAlone(url: string, { asked, cookie }: Visit): Promise<Alone> {
  const alone: Alone = new Map();
  for (const [page, requests] of asked) {
    const each: number[] = [];
    // Signing in is not repeated, because it would end the session of the other requests.
    for (const one of requests.filter(({ path }) => !path.startsWith('/api/authentication'))) {
      const milliseconds: number[] = [];
      for (let n = 0; n < tries; n += 1)
        milliseconds.push((await timed(() => repeated(url, one, cookie))).seconds * 1000);
      each.push(spread(milliseconds).p50);
    }
    alone.set(page, { sumMs: each.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(0, ...each) });
  }
  return alone;
}

async function repeated(url: string, { method, path, body }: DataRequest, cookie: string): Promise<void> {
  const headers = { Cookie: cookie, 'X-Requested-By': 'superscope', 'Content-Type': 'application/json' };
  const answer = await fetch(new URL(path, url), { method, headers, body });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}.`);
}

function timesOf(visits: readonly Visit[], speed: (typeof speeds)[number], alone: Alone): Figure[] {
  const { name, dashboardMs, pageMs } = speed;
  const pages = round.map(({ link }) => ({
    link,
    ms: spread(visits.map(({ firstMs }) => firstMs.get(link)!)).p50,
  }));
  const all = visits.flatMap(({ firstMs }) => [...firstMs.values()]);
  const slowest = pages.reduce((most, page) => (page.ms > most.ms ? page : most));
  const ofRound = round.map(({ link }) => alone.get(link)!);
  return [
    time(
      `sign-in to dashboard${name}`,
      visits.map((visit) => visit.dashboardMs),
      dashboardMs,
      aloneText([alone.get('Dashboard')!]),
    ),
    time(`page to page${name}`, all, pageMs, aloneText(ofRound)),
    shown(`slowest of those pages${name}`, `${slowest.ms.toFixed(0)} ms`, slowest.link),
    time(
      `back to the dashboard${name}`,
      visits.map((visit) => visit.backMs),
      pageMs,
      '',
    ),
  ];
}

function time(name: string, milliseconds: readonly number[], limitMs: number | null, raw: string): Figure {
  const { p50, most } = spread(milliseconds);
  const measured = `${p50.toFixed(0)} ms (at most ${most.toFixed(0)})`;
  if (limitMs === null) return shown(name, measured, raw);
  return { name, measured, target: `<= ${whole(limitMs)} ms`, raw, ...against(limitMs / p50) };
}

/** The medians of several pages. */
function aloneText(pages: readonly { sumMs: number; longestMs: number }[]): string {
  const of = (name: 'sumMs' | 'longestMs') =>
    percentile(
      pages.map((page) => page[name]),
      50,
    ).toFixed(0);
  return `requests alone ${of('sumMs')} ms, longest ${of('longestMs')} ms`;
}

async function weightOf(visits: readonly Visit[], url: string): Promise<Figure[]> {
  const { scripts, asked } = visits[0]!;
  const bytes = (await Promise.all(scripts.map((script) => gzipBytes(new URL(script, url))))).reduce(
    (a, b) => a + b,
    0,
  );
  const counts = [...asked].map(([page, requests]) => ({
    page,
    count: requests.filter(({ asksFigures }) => asksFigures).length,
  }));
  const most = counts.reduce((a, b) => (b.count > a.count ? b : a));
  const shift = spread(visits.map((visit) => visit.shift)).p50;
  return [
    {
      name: 'JavaScript before charts',
      measured: `${whole(bytes / 1000)} kB gzip`,
      target: `<= ${targets.scriptBytes / 1000} kB`,
      raw: `${scripts.length} files`,
      ...against(targets.scriptBytes / bytes),
    },
    {
      name: 'layout shift of the dashboard',
      measured: shift.toFixed(3),
      target: `< ${targets.shift}`,
      raw: '',
      ...against(targets.shift / Math.max(shift, 0.001)),
    },
    {
      name: 'requests for a page’s figures',
      measured: `at most ${most.count}`,
      target: `<= ${targets.requests}`,
      raw: counts.map(({ page, count }) => `${page} ${count}`).join(', '),
      ...against(targets.requests / Math.max(most.count, 1)),
    },
  ];
}

/** Bytes of an answer's body as gzip, which `fetch` would unpack. */
function gzipBytes(url: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { 'Accept-Encoding': 'gzip' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve(bytes));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}
