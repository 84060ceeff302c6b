/** One record: its cells as text, and the line it begins on (the file's first line is 1). */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The file stops making sense at a line: what follows can not be read. */
export class CsvSyntaxError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
    this.name = 'CsvSyntaxError';
  }
}

/** A record that grows beyond this has a quote that nobody closed. */
const longestRecord = 256 * 1024;

/**
 * Reads RFC 4180 CSV from bytes: UTF-8 with or without a byte order mark, lines ended by CRLF or LF, blank lines skipped.
 * Records come in batches, one for each chunk of bytes; memory holds a chunk. Throws CsvSyntaxError.
 * Most lines have no quotes and are split at their commas: a parser that looks at every character took ten times as long.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord[]> {
  const decoder = new Utf8Decoder();
  const reader = new RecordReader();
  for await (const chunk of bytes) {
    const records = reader.read(decoder.decode(chunk, reader.line), false);
    if (records.length > 0) yield records;
  }
  const rest = reader.read(decoder.end(reader.line), true);
  if (rest.length > 0) yield rest;
}

const notUtf8 = (line: number) =>
  new CsvSyntaxError(line, 'The file is not UTF-8 text. Save it as "CSV UTF-8" and import it again.');

/** Text of chunks of bytes. What can not be decoded is named by its line. */
class Utf8Decoder {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });

  decode(chunk: Uint8Array, line: number): string {
    try {
      return this.decoder.decode(chunk, { stream: true });
    } catch {
      const lenient = new TextDecoder().decode(chunk);
      throw notUtf8(line + occurrences(lenient.slice(0, lenient.indexOf('\uFFFD')), '\n'));
    }
  }

  end(line: number): string {
    try {
      return this.decoder.decode();
    } catch {
      throw notUtf8(line);
    }
  }
}

class RecordReader {
  /** Line of the next record. */
  line = 1;
  private rest = '';

  /** The records that end in this text; the last one too where it is the `last` text. */
  read(more: string, last: boolean): CsvRecord[] {
    const text = this.rest + more;
    const records: CsvRecord[] = [];
    let from = 0;
    let quote = text.indexOf('"');
    while (from < text.length) {
      const newline = text.indexOf('\n', from);
      const end = newline === -1 ? text.length : newline;
      if (quote !== -1 && quote < from) quote = text.indexOf('"', from);
      if (quote === -1 || quote > end) {
        if (newline === -1 && !last) break;
        const content = end > from && text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end;
        if (content > from) records.push({ line: this.line, cells: text.slice(from, content).split(',') });
        from = end + 1;
        this.line += 1;
      } else {
        const read = quotedRecord(text, from, last, this.line);
        if (read === null) break;
        records.push({ line: this.line, cells: read.cells });
        this.line += read.lines;
        from = read.end;
      }
    }
    this.rest = text.slice(from);
    if (this.rest.length > longestRecord)
      throw new CsvSyntaxError(this.line, 'This line is too long: a quote may not have been closed.');
    return records;
  }
}

const carriageReturn = 13;

/** One record with quotes in it, from `from` on; null where the text ends before it does. */
function quotedRecord(
  text: string,
  from: number,
  last: boolean,
  line: number,
): { cells: string[]; end: number; lines: number } | null {
  const cells: string[] = [];
  let lines = 1;
  let at = from;
  for (;;) {
    let cell: string;
    if (text[at] === '"') {
      const closing = closingQuote(text, at + 1);
      // The quote at the text's end may be the first of a pair.
      if (closing === -1 || (closing === text.length - 1 && !last)) {
        if (last) throw new CsvSyntaxError(line, 'A quote is opened on this line and never closed.');
        return null;
      }
      cell = text.slice(at + 1, closing).replaceAll('""', '"');
      lines += occurrences(cell, '\n');
      at = closing + 1;
    } else {
      const start = at;
      while (at < text.length && text[at] !== ',' && text[at] !== '\n') {
        if (text[at] === '"')
          throw new CsvSyntaxError(
            line + lines - 1,
            'A quote must enclose its whole cell, and is doubled inside of it.',
          );
        at += 1;
      }
      const carriage = at > start && text[at - 1] === '\r' && (text[at] === '\n' || (at === text.length && last));
      cell = text.slice(start, carriage ? at - 1 : at);
    }
    if (at === text.length && !last) return null;
    cells.push(cell);
    if (text[at] === '\r' && (text[at + 1] === '\n' || at + 1 === text.length)) {
      if (at + 1 === text.length && !last) return null;
      at += 1;
    }
    if (at >= text.length) return { cells, end: text.length, lines };
    if (text[at] === '\n') return { cells, end: at + 1, lines };
    if (text[at] !== ',')
      throw new CsvSyntaxError(line + lines - 1, 'A quote must enclose its whole cell, and is doubled inside of it.');
    at += 1;
  }
}

/** Where the quoted cell that began before `from` ends, doubled quotes passed over; -1 where the text ends before. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function occurrences(text: string, of: string): number {
  let count = 0;
  for (let at = text.indexOf(of); at !== -1; at = text.indexOf(of, at + 1)) count += 1;
  return count;
}
