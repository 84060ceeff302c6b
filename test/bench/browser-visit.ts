import type { Browser, BrowserContext, Page, Request } from 'playwright-core';

/** Requests for figures: the batch, and figures with a separate endpoint. */
const figureRequest =
  /^\/(api\/figures|api\/planSuperScore|api\/plans\/[^/]+\/(peers|actions|superScoreFlow)|cubejs-api\/)/;
const chartLibrary = /\/charts-[^/]*\.js$/;
/** A page counts as drawn once nothing has loaded for this long. The wait is not part of the measured time. */
const staysDrawnMs = 600;
const withinMs = 60_000;

/** A request of the page for data, which can be repeated without a browser. */
export interface DataRequest {
  method: string;
  /** Path and query. */
  path: string;
  body: string | null;
  /** Whether the request is for figures. */
  asksFigures: boolean;
}

/** The state that the page keeps for the measurement. Times are by the page's clock. */
interface Watched {
  title: string;
  clickedAt: number;
  /** The time since which everything on the page is drawn; null while something loads. */
  drawnSince: number | null;
  /** Sum of layout shifts, without those within 500 ms of a click. */
  shift: number;
}

declare global {
  interface Window {
    watched: Watched;
  }
}

/** A browser with an empty cache that measures when a page is drawn. */
export class BrowserVisit {
  private requests: DataRequest[] = [];
  private readonly refused: string[] = [];

  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
  ) {}

  /** `slowDown` is the factor by which the processor is slowed; 1 is full speed. */
  static async open(browser: Browser, baseURL: string, slowDown: number): Promise<BrowserVisit> {
    const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, locale: 'en-AU' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await page.addInitScript(watch);
    const visit = new BrowserVisit(context, page);
    page.on('request', (request) => visit.note(request));
    page.on('response', (response) => {
      const isSignInCheck = response.status() === 401 && response.url().endsWith('/api/authentication');
      if (response.status() >= 400 && !isSignInCheck) visit.refused.push(`${response.status()} ${response.url()}`);
    });
    return visit;
  }

  /** Opens the sign-in page and fills its form. */
  async fillSignIn(username: string, password: string): Promise<void> {
    await this.page.goto('/login');
    await this.page.getByLabel(/username or e-?mail/i).fill(username);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    // The code of the next page loads while a person types.
    await this.page.waitForLoadState('networkidle');
  }

  /** Signs in and returns the milliseconds from the click until the dashboard is drawn. */
  async signIn(): Promise<number> {
    this.requests = [];
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    return this.drawn('Dashboard');
  }

  /** Follows a link of a menu and returns the milliseconds from the click until its page is drawn. */
  async follow(menu: string, link: string, title = link): Promise<number> {
    const navigation = this.page.getByRole('navigation', { name: 'Main' });
    const target = navigation.getByRole('link', { name: link, exact: true });
    if (!(await target.isVisible())) await navigation.getByRole('button', { name: menu, exact: true }).click();
    await target.waitFor();
    this.requests = [];
    await target.click();
    return this.drawn(title);
  }

  /** Reloads the page and returns the sum of its layout shifts. */
  async shiftWhenReloaded(title: string): Promise<number> {
    await this.page.reload();
    await this.drawn(title);
    return this.page.evaluate(() => window.watched.shift);
  }

  /** The last page's requests for data. */
  asked(): readonly DataRequest[] {
    return this.requests;
  }

  /** Addresses of the scripts loaded until the page was drawn, without the chart library and scripts prefetched for the next page. */
  async scriptsBeforeCharts(): Promise<string[]> {
    const loaded = await this.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < window.watched.drawnSince!)
        .map(({ name }) => name),
    );
    return [...new Set(loaded)].filter((url) => !chartLibrary.test(url));
  }

  async cookie(): Promise<string> {
    return (await this.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  close(): Promise<void> {
    return this.context.close();
  }

  private note(request: Request): void {
    const { pathname, search } = new URL(request.url());
    // The stream of changes stays open.
    if (!/^\/(api|cubejs-api)\//.test(pathname) || pathname === '/api/changes') return;
    const asksFigures = figureRequest.test(pathname);
    const path = `${pathname}${search}`;
    this.requests.push({ method: request.method(), path, body: request.postData(), asksFigures });
  }

  private async drawn(title: string): Promise<number> {
    await this.page.waitForFunction(
      ([expected, forMs]) => {
        const { title: shown, drawnSince } = window.watched;
        return shown === expected && drawnSince !== null && performance.now() - drawnSince > forMs;
      },
      [title, staysDrawnMs] as const,
      { timeout: withinMs },
    );
    const [lost] = this.refused;
    if (lost !== undefined) throw new Error(`The browser was refused: ${lost}.`);
    return this.page.evaluate(() => window.watched.drawnSince! - window.watched.clickedAt);
  }
}

/** Runs in the page before its own scripts. Checks in every frame whether something still loads. */
function watch(): void {
  const watched: Watched = { title: '', clickedAt: 0, drawnSince: null, shift: 0 };
  window.watched = watched;
  document.addEventListener('click', () => (watched.clickedAt = performance.now()), { capture: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) watched.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const unfinished = 'main [aria-busy="true"], main [role="status"][aria-label^="Loading"], main [role="alert"]';
  const check = () => {
    const title = document.querySelector('main h1')?.textContent ?? '';
    const charts = [...document.querySelectorAll('main .apexcharts-canvas')];
    const isDrawn =
      title !== '' &&
      document.querySelector('main section [aria-label], main section[aria-label]') !== null &&
      document.querySelector(unfinished) === null &&
      charts.every((chart) => chart.querySelector('path[d]') !== null);
    if (title !== watched.title) Object.assign(watched, { title, drawnSince: null });
    watched.drawnSince = isDrawn ? (watched.drawnSince ?? performance.now()) : null;
    requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
