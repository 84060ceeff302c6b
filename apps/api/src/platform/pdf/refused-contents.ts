import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib';

const name = (of: string) => PDFName.of(of);

/** Every dictionary in some objects. References are not followed: each object is given. */
export function* dictionariesIn(objects: readonly PDFObject[]): Generator<PDFDict> {
  const waiting = [...objects];
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFRef) continue;
    if (object instanceof PDFStream) waiting.push(object.dict);
    else if (object instanceof PDFArray) for (const each of object.asArray()) waiting.push(each);
    else if (object instanceof PDFDict) {
      for (const each of object.values()) waiting.push(each);
      yield object;
    }
  }
}

export const isNamed = (dictionary: PDFDict, key: string, ...values: string[]): boolean => {
  const found = dictionary.lookup(name(key));
  return values.some((value) => found === name(value));
};

/** A font or picture may be called anything, also as an action is. */
const drawingTypes = ['Font', 'XObject', 'ExtGState', 'Pattern'];

function holds(dictionary: PDFDict, key: string): boolean {
  const found = dictionary.lookup(name(key));
  if (found === undefined) return false;
  const described = found instanceof PDFStream ? found.dict : found;
  return !(described instanceof PDFDict && isNamed(described, 'Type', ...drawingTypes));
}

export const textOf = (object: PDFObject | undefined): string | null =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : null;

/** Viewers pass over control characters and spaces in the scheme of an address. */
export const schemeOf = (address: string): string =>
  /^([a-z][a-z0-9+.-]*):/.exec(address.replaceAll(/[\p{C}\s]/gu, '').toLowerCase())?.[1] ?? '';

const isScript = (dictionary: PDFDict): boolean =>
  holds(dictionary, 'JS') ||
  isNamed(dictionary, 'S', 'JavaScript') ||
  holds(dictionary, 'JavaScript') ||
  ['javascript', 'vbscript'].includes(schemeOf(textOf(dictionary.lookup(name('URI'))) ?? ''));

/** Whether opening does more than to show a page, also by what follows. */
function doesMore(opening: PDFObject | undefined): boolean {
  const seen = new Set<PDFObject>();
  const waiting = [opening];
  for (let action = waiting.pop(); action !== undefined; action = waiting.pop()) {
    if (!(action instanceof PDFDict) || seen.has(action)) continue;
    seen.add(action);
    if (!isNamed(action, 'S', 'GoTo')) return true;
    const next = action.lookup(name('Next'));
    waiting.push(...(next instanceof PDFArray ? next.asArray().map((each) => action.context.lookup(each)) : [next]));
  }
  return false;
}

/**
 * What a PDF must not hold in any definition of an object, in words; null for nothing. That nothing of the kind is kept does not depend on
 * this: it tells people that their file is not what it seems.
 */
export function refusalOf(definitions: readonly PDFObject[]): string | null {
  let scripts = false;
  let opens = false;
  let acts = false;
  let files = false;
  for (const dictionary of dictionariesIn(definitions)) {
    if (holds(dictionary, 'XFA'))
      return 'It contains a form that can run JavaScript (XFA). Save it without and try again.';
    scripts ||= isScript(dictionary);
    opens ||= doesMore(dictionary.lookup(name('OpenAction')));
    files ||=
      holds(dictionary, 'EmbeddedFiles') ||
      holds(dictionary, 'EF') ||
      isNamed(dictionary, 'Type', 'EmbeddedFile') ||
      isNamed(dictionary, 'Subtype', 'FileAttachment', 'RichMedia');
    // AA: what a page, a field or the whole file does when it is shown, entered or printed.
    acts ||= holds(dictionary, 'AA') || isNamed(dictionary, 'S', 'Launch', 'SubmitForm', 'ImportData');
  }
  if (scripts)
    return opens
      ? 'It contains JavaScript that runs when the file is opened (OpenAction). Save it without and try again.'
      : 'It contains JavaScript. Save it without and try again.';
  if (opens) return 'It does something when the file is opened (OpenAction). Save it without and try again.';
  if (acts) return 'It contains actions that start by themselves. Save it without and try again.';
  return files ? 'It contains embedded files. Save it without and try again.' : null;
}
