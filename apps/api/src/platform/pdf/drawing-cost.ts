import { PDFArray, PDFDict, PDFName, PDFRawStream, type PDFContext, type PDFObject } from '@cantoo/pdf-lib';
import { contentsOfKept } from './kept-stream.js';
import { isNamed } from './refused-contents.js';

const name = (of: string) => PDFName.of(of);

/** Drawings in drawings. */
const deepest = 12;
/** How often something is drawn for a page, and the operators for it in bytes, counted each time. */
const mostDrawn = 100_000;
const mostBytes = 256 * 1024 * 1024;

export interface Cost {
  depth: number;
  drawn: number;
  bytes: number;
}

/** Why a page is not drawn. */
export type CostProblem = 'cycle' | 'depth' | 'amount';

export class TooCostly extends Error {
  constructor(readonly problem: CostProblem) {
    super(problem);
  }
}

interface Read {
  bytes: number;
  /** How often each name stands there. */
  mentions: Map<string, number>;
  /** How often each name is drawn. */
  drawn: Map<string, number>;
  /** Drawn without a name that could be told. */
  unclear: number;
}

const regular = String.raw`[^\0\t\n\f\r ()<>[\]{}/%]`;
const anyName = new RegExp(String.raw`/(${regular}*)`, 'g');
const namedDrawing = new RegExp(String.raw`/(${regular}*)(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])+Do(?!${regular})`, 'g');
const anyDrawing = new RegExp(String.raw`(?<!${regular})Do(?!${regular})`, 'g');

const decoded = (of: string): string =>
  of.replaceAll(/#([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** By what it looks like, so that names in texts and pictures count too: a page costs rather more than less. */
function read(operators: Uint8Array): Read {
  const text = Buffer.from(operators.buffer, operators.byteOffset, operators.length).toString('latin1');
  const mentions = new Map<string, number>();
  const drawn = new Map<string, number>();
  const count = (map: Map<string, number>, found: string) =>
    map.set(decoded(found), (map.get(decoded(found)) ?? 0) + 1);
  for (const [, found] of text.matchAll(anyName)) count(mentions, found!);
  let clear = 0;
  for (const [, found] of text.matchAll(namedDrawing)) {
    clear += 1;
    count(drawn, found!);
  }
  const all = [...text.matchAll(anyDrawing)].length;
  return { bytes: operators.length, mentions, drawn, unclear: Math.max(0, all - clear) };
}

const none: Cost = { depth: 0, drawn: 0, bytes: 0 };

/** What it takes to draw the pages of a file that was taken over. */
export class DrawingCosts {
  private readonly known = new Map<PDFRawStream, Map<PDFDict | null, Cost>>();
  private readonly texts = new Map<PDFRawStream, Read>();

  /** Throws TooCostly for a page that is drawn by itself, in too many steps or by too much. `contents` are its operators, unfolded. */
  ofPage(contents: Uint8Array, resources: PDFDict | null): Cost {
    return this.cost(read(contents), resources, []);
  }

  private cost(own: Read, resources: PDFDict | null, path: readonly PDFRawStream[]): Cost {
    if (path.length > deepest) throw new TooCostly('depth');
    const total: Cost = { depth: 0, drawn: 1, bytes: own.bytes };
    const add = (of: Cost, times: number) => {
      if (times === 0) return;
      total.depth = Math.max(total.depth, of.depth + 1);
      total.drawn += of.drawn * times;
      total.bytes += of.bytes * times;
      if (path.length + total.depth > deepest) throw new TooCostly('depth');
      if (total.drawn > mostDrawn || total.bytes > mostBytes) throw new TooCostly('amount');
    };
    let dearest = none;
    for (const [called, stream] of streamsIn(resources, 'XObject')) {
      if (!isNamed(stream.dict, 'Subtype', 'Form')) continue;
      const times = own.drawn.get(called) ?? 0;
      if (times === 0 && own.unclear === 0) continue;
      const cost = this.ofStream(stream, resources, path);
      if (cost.bytes > dearest.bytes) dearest = cost;
      add(cost, times);
    }
    if (own.unclear > 0 && dearest !== none) add(dearest, own.unclear);
    for (const [called, stream] of streamsIn(resources, 'Pattern'))
      if (own.mentions.has(called)) add(this.ofStream(stream, resources, path), own.mentions.get(called)!);
    for (const [called, state] of entriesOf(resources, 'ExtGState')) {
      if (!own.mentions.has(called) || !(state instanceof PDFDict)) continue;
      const mask = state.lookup(name('SMask'));
      const group = mask instanceof PDFDict ? mask.lookup(name('G')) : undefined;
      if (group instanceof PDFRawStream) add(this.ofStream(group, resources, path), own.mentions.get(called)!);
    }
    for (const [called, font] of entriesOf(resources, 'Font')) {
      if (!own.mentions.has(called) || !(font instanceof PDFDict)) continue;
      const glyphs = font.lookup(name('CharProcs'));
      const own3 = font.lookup(name('Resources'));
      if (!(glyphs instanceof PDFDict)) continue;
      for (const [, glyph] of streamsOf(glyphs))
        add(this.ofStream(glyph, own3 instanceof PDFDict ? own3 : resources, path), 1);
    }
    return total;
  }

  private ofStream(stream: PDFRawStream, above: PDFDict | null, path: readonly PDFRawStream[]): Cost {
    if (path.includes(stream)) throw new TooCostly('cycle');
    const own = stream.dict.lookup(name('Resources'));
    const resources = own instanceof PDFDict ? own : above;
    const known = this.known.get(stream) ?? new Map<PDFDict | null, Cost>();
    this.known.set(stream, known);
    const found = known.get(resources);
    if (found !== undefined) return found;
    const cost = this.cost(this.textOf(stream), resources, [...path, stream]);
    known.set(resources, cost);
    return cost;
  }

  private textOf(stream: PDFRawStream): Read {
    const known = this.texts.get(stream) ?? read(contentsOfKept(stream));
    this.texts.set(stream, known);
    return known;
  }
}

function entriesOf(resources: PDFDict | null, sort: string): [string, PDFObject | undefined][] {
  const entries = resources?.lookup(name(sort));
  if (!(entries instanceof PDFDict)) return [];
  return entries.entries().map(([key, value]) => [key.decodeText(), entries.context.lookup(value)]);
}

const streamsIn = (resources: PDFDict | null, sort: string): [string, PDFRawStream][] =>
  entriesOf(resources, sort).flatMap(([called, found]) => (found instanceof PDFRawStream ? [[called, found]] : []));

const streamsOf = (named: PDFDict): [string, PDFRawStream][] =>
  named.entries().flatMap(([key, value]): [string, PDFRawStream][] => {
    const found = named.context.lookup(value);
    return found instanceof PDFRawStream ? [[key.decodeText(), found]] : [];
  });

/** The streams of a page, unfolded, as one; null for more than so many bytes. */
export function operatorsOf(contents: PDFObject | null, context: PDFContext, most: number): Uint8Array | null {
  const found = context.lookup(contents ?? undefined);
  const streams = found instanceof PDFArray ? found.asArray().map((each) => context.lookup(each)) : [found];
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const stream of streams) {
    if (!(stream instanceof PDFRawStream)) continue;
    const bytes = contentsOfKept(stream);
    length += bytes.length + 1;
    if (length > most) return null;
    parts.push(bytes, Buffer.from('\n'));
  }
  return Buffer.concat(parts);
}
