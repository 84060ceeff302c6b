import { canonicalJson } from '@superscope/contracts/canonical-json';
import { keptFigure, keptFiguresFileName, type KeptFigures } from '@superscope/contracts/kept-figures';
import { pageEvent, pageProgressEvent, type PageMessage, type PageProgress } from '@superscope/contracts/page-event';
import { pageProgress, shownContent, type FileKind, type RenderRequest } from '@superscope/contracts/rendering';
import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { accessiblePdf } from './pdf/accessible-pdf.js';
import { portalOnly } from './portal-only.js';
import { noFigures, noGoodFile, notLoaded } from './problem.js';
import { tablesAsHtml } from './tables-as-html.js';

/** A4 less margins of 14 mm, so that elements measure the same width on screen and on paper. */
const paper = { width: 688, height: 1016 };
const screen = { width: 960, height: 900 };

export const mediaTypes: Record<FileKind, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  html: 'text/html; charset=utf-8',
};

/** The attribute of a sheet of paper that says by what its page is known: 'S4', 'Cover'. */
const LABEL = 'data-page-label';

/** The part of a page that becomes the picture, or whose tables become the HTML. */
const FILE = '[data-file]';

export interface Rendered {
  file: Buffer;
  /** The figures that a document keeps, as it has them attached; null for any other file. */
  figures: Buffer | null;
  /** How many pages such a document has. */
  pages?: number;
}

/**
 * Opens a page with the token of one document, waits until the page reports that it is drawn, and makes a file of it. Throws NoFile if the
 * page reports that it has nothing to show, or would be no good file. `drawn` is called when the page has reported, `onProgress` when it says how far it is.
 */
export async function render(
  context: BrowserContext,
  portalUrl: string,
  request: RenderRequest,
  drawn: () => void,
  onProgress: (progress: PageProgress) => void = () => undefined,
): Promise<Rendered> {
  const page = await context.newPage();
  await page.setViewportSize(request.as === 'pdf' ? paper : screen);
  await page.emulateMedia({ media: request.as === 'pdf' ? 'print' : 'screen' });
  await portalOnly(context, portalUrl, request.token);
  await withoutIdleWork(page);
  if (request.shows !== undefined) await show(page, request.shows.content);
  const { state, said, figures } = await opened(page, new URL(request.path, portalUrl).href, onProgress);
  drawn();
  if (state === 'empty') throw noFigures(said);
  if (state === 'failed') throw notLoaded(said);
  if (state === 'refused') throw noGoodFile(said);
  const file = await fileOf(page, request.as);
  if (request.keeps !== undefined) return keeping(request.keeps, { file, labels: await labelsOf(page) }, figures);
  return { file: request.shows === undefined ? file : await accessible(request.shows.title, file), figures: null };
}

/** The portal loads the code of its other screens while a browser is idle. Nobody opens them here, and it would be loaded during printing. */
const withoutIdleWork = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Reflect.deleteProperty(window, 'requestIdleCallback'));

/** Puts content where the page finds it before any of its scripts runs. */
async function show(page: Page, content: unknown): Promise<void> {
  await page.addInitScript(({ name, given }) => Object.assign(window, { [name]: given }), {
    name: shownContent,
    given: content,
  });
}

const accessible = async (title: string, printed: Buffer): Promise<Buffer> =>
  (await accessiblePdf(printed, { title, madeAt: new Date(), labels: [], attached: null })).file;

const labelsOf = (page: Page): Promise<string[]> =>
  page
    .locator(`[${LABEL}]`)
    .evaluateAll((sheets, label) => sheets.map((sheet) => sheet.getAttribute(label) ?? ''), LABEL);

/** The document with its figures attached, made accessible. Throws NoFile if the page says none. */
async function keeping(
  { title, about }: NonNullable<RenderRequest['keeps']>,
  printed: { file: Buffer; labels: readonly string[] },
  said: PageMessage['figures'],
): Promise<Rendered> {
  const read = z.array(keptFigure).safeParse(said);
  if (!read.success) throw notLoaded(null);
  const inOrder = read.data.map((each) => ({ each, key: canonicalJson(each.question) }));
  inOrder.sort((a, b) => (a.key < b.key ? -1 : 1));
  const kept: KeptFigures = { format: 'superscope-figures-1', ...about, figures: inOrder.map(({ each }) => each) };
  const content = Buffer.from(canonicalJson(kept));
  const attached = {
    fileName: keptFiguresFileName,
    mediaType: 'application/json',
    description: 'Every figure of this document, with the question that gave it',
    content,
  };
  const { labels } = printed;
  const finished = await accessiblePdf(printed.file, { title, madeAt: new Date(about.moment), labels, attached });
  return { ...finished, figures: content };
}

/** The page's own message, or a `failed` one if the page cannot send any. */
async function opened(page: Page, address: string, onProgress: (progress: PageProgress) => void): Promise<PageMessage> {
  let tell: (message: PageMessage) => void = () => undefined;
  const told = new Promise<PageMessage>((resolve) => {
    tell = resolve;
  });
  const fail = () => tell({ state: 'failed', said: null });
  await page.exposeFunction('superscopePage', tell);
  await page.exposeFunction('superscopeProgress', (said: unknown) => {
    const read = pageProgress.safeParse(said);
    if (read.success) onProgress(read.data);
  });
  await page.addInitScript(
    ({ message, progress }) => {
      const { superscopePage, superscopeProgress } = window as unknown as Record<string, (said: unknown) => void>;
      document.addEventListener(message, (event) => superscopePage!((event as CustomEvent).detail));
      document.addEventListener(progress, (event) => superscopeProgress!((event as CustomEvent).detail));
    },
    { message: pageEvent, progress: pageProgressEvent },
  );
  page.on('pageerror', fail);
  page.on('crash', fail);
  // A refused token leads to the sign-in page, which sends no message.
  page.on('response', (answer) => {
    if (answer.status() === 401) fail();
  });
  page.on('requestfailed', (failed) => {
    if (failed.isNavigationRequest()) fail();
  });
  // The limits of time are the renderer's own (time-limits.ts).
  await page.goto(address, { waitUntil: 'commit', timeout: 0 }).catch(fail);
  return told;
}

async function fileOf(page: Page, kind: FileKind): Promise<Buffer> {
  if (kind === 'pdf') return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
  if (kind === 'png') return page.locator(FILE).screenshot({ type: 'png', animations: 'disabled' });
  return Buffer.from(await page.locator(FILE).evaluate(tablesAsHtml));
}
