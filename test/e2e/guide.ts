import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { settled } from './browser.js';
import { makesPictures } from './makes-pictures.js';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const committed = at('docs/images/guide/');
const target = makesPictures ? committed : at('test-results/guide/');

/** A section of the guide: the words and pictures that must match its screens. */
export interface GuideSection {
  title: string;
  /** Words in bold, which must be on a screen literally. */
  words: string[];
  pictures: string[];
}

/** The sections of docs/guide.md that have bold words or a picture. */
export function guideSections(): GuideSection[] {
  const [, ...parts] = readFileSync(at('docs/guide.md'), 'utf8').split(/^#{2,3} /m);
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => plain(found!));
  return parts
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      words: all(part, /\*\*([^*]+)\*\*/g),
      pictures: all(part, /!\[[^\]]+\]\(images\/guide\/([\w-]+)\.png\)/g),
    }))
    .filter(({ words, pictures }) => words.length + pictures.length > 0);
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The guide's committed pictures with their sizes. */
export const committedPictures = () =>
  existsSync(committed)
    ? readdirSync(committed).map((file) => ({ name: file.replace('.png', ''), bytes: statSync(committed + file).size }))
    : [];

/** The words of all visible elements: their texts, labels and tooltips. */
const wordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const add = (text: string | null) => {
      const words = text?.replace(/\s+/g, ' ').trim();
      if (words && words.length <= 300) found.add(words);
    };
    for (const element of document.body.querySelectorAll('*')) {
      // The options of a closed list count as visible, because one press shows them.
      if (!(element.closest('select') ?? element).checkVisibility()) continue;
      add(element.textContent);
      for (const attribute of ['aria-label', 'title', 'placeholder']) add(element.getAttribute(attribute));
      for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) add(child.nodeValue);
    }
    return [...found];
  });

/** Walks through the screens of a section like its reader. */
export class Walk {
  readonly pictures: string[] = [];
  private readonly seen = new Set<string>();

  /** Reads the words on the screen once its figures are loaded. */
  async reads(page: Page): Promise<void> {
    await settled(page);
    for (const words of await wordsOn(page)) this.seen.add(words);
  }

  /** Reads the screen and takes a picture of it, or of the part that contains all of `parts`. */
  async shows(page: Page, name: string, ...parts: Locator[]): Promise<void> {
    await this.reads(page);
    mkdirSync(target, { recursive: true });
    this.pictures.push(name);
    // A pointer that rests on an element would show its tooltip in the picture.
    await page.mouse.move(0, 0);
    const picture = { path: `${target}${name}.png`, animations: 'disabled', caret: 'hide' } as const;
    if (parts.length === 0) await page.screenshot(picture);
    else await page.screenshot({ ...picture, fullPage: true, clip: await around(page, parts) });
  }

  missing(words: readonly string[]): string[] {
    const seen = [...this.seen];
    return words.filter((word) => {
      const pattern = patternOf(word);
      return !seen.some((text) => pattern.test(text));
    });
  }
}

/** Matches a word of the guide. A rounded share such as 'about 40 %' is an example and matches any other. */
function patternOf(word: string): RegExp {
  const exactly = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${/^about \d/.test(word) ? exactly.replace(/\d+/g, '\\d+') : exactly}$`);
}

const MARGIN = 12;

/** The rectangle of the page that contains all of the elements. */
async function around(page: Page, parts: readonly Locator[]) {
  const scrolled = await page.evaluate(() => ({ x: window.scrollX, y: window.scrollY, width: window.innerWidth }));
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  const known = boxes.flatMap((box) => box ?? []);
  if (known.length < parts.length) throw new Error('A part of the picture is not on the screen.');
  const left = Math.max(0, Math.min(...known.map(({ x }) => x)) + scrolled.x - MARGIN);
  const top = Math.max(0, Math.min(...known.map(({ y }) => y)) + scrolled.y - MARGIN);
  const right = Math.min(scrolled.width, Math.max(...known.map(({ x, width }) => x + width)) + scrolled.x + MARGIN);
  const bottom = Math.max(...known.map(({ y, height }) => y + height)) + scrolled.y + MARGIN;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The part of a page under one of its headings. */
export const section = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: heading, exact: true }) });

/** Elements at the corners of the frame around every page. */
export const frame = (page: Page) => [
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Dashboard' }),
  page.getByRole('banner'),
];
