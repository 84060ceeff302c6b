import type { Request } from 'playwright-core';
import { openBrowser } from '../harness/chromium.js';

/** A recorded request of the real dashboard. */
export interface RecordedRequest {
  method: string;
  /** Path and query. */
  path: string;
  body: string | null;
  /** The data whose changes make the open page repeat the request; null for none. */
  about: 'figures' | 'campaigns' | null;
}

/** The requests of opening a plan's dashboard, in waves. Each wave is sent after the previous one is answered. */
export interface RecordedDashboard {
  planId: string;
  waves: RecordedRequest[][];
}

interface Sent {
  request: RecordedRequest;
  at: number;
  /** Infinity while there is no answer. */
  answeredAt: number;
}

/** Signs a company representative in with a real browser and records the dashboard's requests. */
export async function recordDashboard(origin: string, username: string, password: string): Promise<RecordedDashboard> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-AU' });
    await page.goto(`${origin}/login`);
    await page.getByLabel(/username or e-?mail/i).fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Plan SuperScore' }).first().waitFor();
    const sent = new Map<Request, Sent>();
    page.on('request', (request) => {
      const url = new URL(request.url());
      const isData = /^\/(api|cubejs-api)\//.test(url.pathname) && url.pathname !== '/api/changes';
      if (!isData) return;
      const path = `${url.pathname}${url.search}`;
      const body = request.postData();
      const asksForFigures = /^\/(cubejs-api\/|api\/planSuperScore$|api\/plans\/[^/]+\/actions$)/.test(url.pathname);
      const about = !asksForFigures ? null : body?.includes('"Campaign.') ? 'campaigns' : 'figures';
      sent.set(request, {
        request: { method: request.method(), path, body, about },
        at: performance.now(),
        answeredAt: Infinity,
      });
    });
    page.on('requestfinished', (request) => {
      const known = sent.get(request);
      if (known) known.answeredAt = performance.now();
    });
    // Reloads the page as a signed-in user.
    await page.reload();
    await page.getByRole('heading', { name: 'Plan SuperScore' }).first().waitFor();
    await quiet(sent);
    return { planId: planOf([...sent.values()]), waves: wavesOf([...sent.values()]) };
  } finally {
    await browser.close();
  }
}

/** Waits until everything is answered and no request was sent for a second. */
async function quiet(sent: ReadonlyMap<Request, Sent>): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const all = [...sent.values()];
    const last = Math.max(...all.map(({ at, answeredAt }) => Math.max(at, answeredAt)));
    if (all.length > 0 && performance.now() - last > 1_000) return;
    if (performance.now() > deadline) throw new Error('The dashboard did not come to rest.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function wavesOf(sent: readonly Sent[]): RecordedRequest[][] {
  const waves: Sent[][] = [];
  for (const one of [...sent].sort((a, b) => a.at - b.at)) {
    const wave = waves.at(-1);
    // Requests sent before any answer of the wave belong to the wave.
    if (wave?.every(({ answeredAt }) => one.at < answeredAt)) wave.push(one);
    else waves.push([one]);
  }
  return waves.map((wave) => wave.map(({ request }) => request));
}

function planOf(sent: readonly Sent[]): string {
  for (const { request } of sent) {
    const found = /^\/api\/planSuperScore\?planId=([^&]+)/.exec(request.path);
    if (found) return decodeURIComponent(found[1]!);
  }
  throw new Error('The dashboard asked for no plan.');
}

/** The recorded requests for another plan. */
export function dashboardOf(recorded: RecordedDashboard, planId: string): RecordedRequest[][] {
  const from = recorded.planId;
  const swap = (text: string) =>
    text.replaceAll(from, planId).replaceAll(encodeURIComponent(from), encodeURIComponent(planId));
  // A company representative requests their own plan; users with several plans request the chosen one.
  const pathOf = (path: string) => (path === '/api/plan' ? `/api/plan/${encodeURIComponent(planId)}` : swap(path));
  return recorded.waves.map((wave) =>
    wave.map((request) => ({
      ...request,
      path: pathOf(request.path),
      body: request.body === null ? null : swap(request.body),
    })),
  );
}
