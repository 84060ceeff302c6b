import {
  PDFArray,
  PDFBool,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { attributeKeys, drawingKeys, filterKeys, namedEntries, otherTypes, resourceSorts } from './allowed-keys.js';
import { keptStream, UnreadableStream } from './kept-stream.js';

/** How the keys of a dictionary are judged: those of drawings, sorts of resources, names of the file's own, filters, or attributes of the structure and
 * classes of them. */
type Kind = 'drawing' | 'resources' | 'named' | 'filter' | 'attributes' | 'classes';

const name = (of: string) => PDFName.of(of);
const deepest = 100;
const mostPixels = 100_000_000;

const allowed: Record<Kind, (key: string) => boolean> = {
  drawing: (key) => drawingKeys.has(key),
  resources: (key) => resourceSorts.has(key),
  named: () => true,
  filter: (key) => filterKeys.has(key),
  attributes: (key) => attributeKeys.has(key),
  classes: () => true,
};

function kindOf(parent: Kind, key: string): Kind {
  switch (parent) {
    case 'resources':
      return 'named';
    case 'named':
      return 'drawing';
    case 'attributes':
    case 'classes':
      return 'attributes';
    default:
      return key === 'Resources' ? 'resources' : namedEntries.has(key) ? 'named' : 'drawing';
  }
}

export const damaged = () => new RuleViolation('invalid', 'It is damaged. Save it again and try again.');
export const nestedTooDeep = () =>
  new RuleViolation('invalid', 'Its objects are nested too deeply. Print it to a PDF and try again.');

/** Takes objects of a file over into a new one, one by one: only what a list names, and each stream in bytes that hold nothing else. */
export class KeptObjects {
  readonly context = PDFContext.create();
  private readonly taken = new Map<string, PDFRef | null>();
  /** What is being taken over, from the outside in, within the same resources. */
  private open = new Set<PDFRef>();

  constructor(readonly source: PDFContext) {}

  /** A value to stand in a new object; null if nothing of it is kept. */
  value(object: PDFObject | undefined, kind: Kind = 'drawing', depth = 0): PDFObject | null {
    if (depth > deepest) throw nestedTooDeep();
    if (object instanceof PDFRef) return this.reference(object, kind, depth);
    if (object instanceof PDFNumber || object instanceof PDFBool) return object;
    if (object instanceof PDFName) return checkedName(object);
    if (object instanceof PDFString || object instanceof PDFHexString) return PDFHexString.fromBytes(object.asBytes());
    if (object instanceof PDFArray) {
      const array = PDFArray.withContext(this.context);
      for (const each of object.asArray()) array.push(this.value(each, kind, depth + 1) ?? PDFNull);
      return array;
    }
    return object instanceof PDFDict ? this.dictionary(object, kind, depth) : null;
  }

  /** Where a stream or dictionary was taken over to; null if it was not. */
  takenAs(object: PDFObject | undefined): PDFRef | null {
    return object instanceof PDFRef ? (this.taken.get(keyOf(object, 'drawing')) ?? null) : null;
  }

  /** The contents of a page: nothing but operators. Throws UnreadableStream for what cannot be decoded. */
  contents(ref: PDFObject): PDFRef {
    const key = ref instanceof PDFRef ? keyOf(ref, 'contents') : null;
    const known = key === null ? undefined : this.taken.get(key);
    if (known) return known;
    const stream = this.source.lookup(ref);
    if (!(stream instanceof PDFStream)) throw new UnreadableStream();
    const made = this.context.register(this.stream(stream, PDFDict.withContext(this.context), 0));
    if (key !== null) this.taken.set(key, made);
    return made;
  }

  private reference(ref: PDFRef, kind: Kind, depth: number): PDFObject | null {
    const object = this.source.lookup(ref);
    const isWhole = object instanceof PDFDict || object instanceof PDFArray || object instanceof PDFStream;
    if (!isWhole) return object === undefined ? null : this.value(object, kind, depth + 1);
    // A drawing may name itself among its resources, and not draw itself. Nothing else stands in itself.
    if (this.open.has(ref)) throw damaged();
    const key = keyOf(ref, kind);
    const known = this.taken.get(key);
    if (known !== undefined) return known;
    const made = this.context.nextRef();
    this.taken.set(key, made);
    this.open.add(ref);
    const value =
      object instanceof PDFStream ? this.drawingStream(object, kind, depth) : this.value(object, kind, depth);
    this.open.delete(ref);
    if (value === null) this.taken.set(key, null);
    else this.context.assign(made, value);
    return value && made;
  }

  private dictionary(dictionary: PDFDict, kind: Kind, depth: number): PDFDict | null {
    if (kind === 'drawing' && isOther(dictionary)) return null;
    const made = PDFDict.withContext(this.context);
    const { open } = this;
    if (kind === 'resources') this.open = new Set();
    for (const [key, value] of dictionary.entries()) {
      const plain = checkedName(key).decodeText();
      if (!allowed[kind](plain)) continue;
      const kept = this.value(value, kindOf(kind, plain), depth + 1);
      if (kept !== null) made.set(key, kept);
    }
    this.open = open;
    return made;
  }

  /** Null for a stream that nothing can draw, and for a program to print. */
  private drawingStream(stream: PDFStream, kind: Kind, depth: number): PDFStream | null {
    if (kind !== 'drawing' || stream.dict.lookup(name('Subtype')) === name('PS')) return null;
    checkPixels(stream.dict);
    const dictionary = this.dictionary(stream.dict, 'drawing', depth);
    if (dictionary === null) return null;
    try {
      return this.stream(stream, dictionary, depth);
    } catch (error) {
      if (error instanceof UnreadableStream) return null;
      throw error;
    }
  }

  private stream(stream: PDFStream, dictionary: PDFDict, depth: number): PDFRawStream {
    const raw = stream instanceof PDFRawStream ? stream : PDFRawStream.of(stream.dict, stream.getContents());
    const { bytes, filter, parameters } = keptStream(raw);
    if (filter !== null) dictionary.set(name('Filter'), name(filter));
    const read = parameters && this.value(parameters, 'filter', depth + 1);
    if (read !== null) dictionary.set(name('DecodeParms'), read);
    return PDFRawStream.of(dictionary, bytes);
  }
}

const keyOf = (ref: PDFRef, kind: Kind | 'contents'): string => `${kind} ${ref.tag}`;

const isOther = (dictionary: PDFDict): boolean => {
  const type = dictionary.lookup(name('Type'));
  return type instanceof PDFName && otherTypes.has(type.decodeText());
};

/** Programs read a name that looks encoded after it was decoded in different ways. */
function checkedName(of: PDFName): PDFName {
  if (/#23[\dA-F]{2}/i.test(of.asString())) throw damaged();
  return of;
}

function checkPixels(picture: PDFDict): void {
  const [width, height] = ['Width', 'Height'].map((key) => picture.lookup(name(key)));
  if (width instanceof PDFNumber && height instanceof PDFNumber && width.asNumber() * height.asNumber() > mostPixels)
    throw new RuleViolation(
      'invalid',
      'It contains a picture of more than 100 million pixels. Make it smaller and try again.',
    );
}
