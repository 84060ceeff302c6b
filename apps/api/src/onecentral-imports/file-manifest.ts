import { isIsoDate } from '@superscope/domain/calendar-dates';

/** What a sender says of a file, in `NAME.manifest.json` beside it. Null for what it does not say. */
export interface FileManifest {
  /** Lines below the header. */
  rows: number | null;
  /** In hex. */
  sha256: string | null;
  /** yyyy-MM-dd */
  dataDate: string | null;
  /** The name of the file that it is about. */
  file: string | null;
}

const manifestEnding = /\.manifest\.json$/i;

/** The file that a manifest is about by its full name. */
export const describedBy = (manifest: string): string => manifest.replace(manifestEnding, '');

export const isManifest = (name: string): boolean => manifestEnding.test(name) && describedBy(name) !== '';

/**
 * The manifests among names, and the file that each is about: `members.csv.manifest.json` is about `members.csv`. So is
 * `members.manifest.json`, if no other file has that name before its ending, nor a manifest of its own. A manifest without a file is left out.
 */
export function manifestsAmong(names: ReadonlySet<string>): Map<string, string> {
  const manifests = [...names].filter(isManifest);
  const about = new Map<string, string>();
  if (manifests.length === 0) return about;
  const byStem = new Map<string, string[]>();
  for (const name of names) {
    const stem = name.replace(/\.[^.]*$/, '');
    if (!isManifest(name) && stem !== name && !name.endsWith('.done'))
      byStem.set(stem, [...(byStem.get(stem) ?? []), name]);
  }
  for (const manifest of manifests) {
    const file = describedBy(manifest);
    if (names.has(file)) about.set(manifest, file);
  }
  const described = new Set(about.values());
  for (const manifest of manifests) {
    const alike = byStem.get(describedBy(manifest)) ?? [];
    if (!about.has(manifest) && alike.length === 1 && !described.has(alike[0]!)) about.set(manifest, alike[0]!);
  }
  return about;
}

/** Manifests hold some lines; a larger file of such a name is none. */
export const mostManifestBytes = 64 * 1024;

/** The manifest in a text, or what is wrong with it. Fields are found in whatever case and with whatever signs: `SHA-256`, `data_date`. */
export function readManifest(text: string): FileManifest | string {
  let read: unknown;
  try {
    read = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return 'Its manifest is not JSON.';
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return 'Its manifest is no object of JSON.';
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(read)) {
    const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    if (fields.has(plain) && known.has(plain)) return `Its manifest says its ${known.get(plain)} twice.`;
    fields.set(plain, value);
  }
  const given = (...names: string[]) => names.map((name) => fields.get(name)).find((value) => value != null) ?? null;
  const [rows, sha256, dataDate] = [given('rows'), given('sha256'), given('datadate')];
  const file = given('file', 'filename', 'name');
  if (rows !== null && !(typeof rows === 'number' && Number.isSafeInteger(rows) && rows >= 0))
    return 'Its manifest says no number of rows.';
  if (sha256 !== null && !(typeof sha256 === 'string' && /^[0-9a-f]{64}$/i.test(sha256.trim())))
    return 'The SHA-256 of its manifest does not have 64 hexadecimal digits.';
  if (dataDate !== null && !(typeof dataDate === 'string' && isIsoDate(dataDate.trim())))
    return 'The data date of its manifest is no day as yyyy-MM-dd.';
  if (file !== null && typeof file !== 'string') return 'The name of the file in its manifest is no text.';
  if (rows === null && sha256 === null && dataDate === null)
    return 'Its manifest says neither rows, SHA-256 nor data date.';
  return {
    rows,
    sha256: sha256?.trim().toLowerCase() ?? null,
    dataDate: dataDate?.trim() ?? null,
    file: file?.trim() ?? null,
  };
}

const known: ReadonlyMap<string, string> = new Map([
  ['rows', 'rows'],
  ['sha256', 'SHA-256'],
  ['datadate', 'data date'],
]);

/** What was found of a file. */
interface FoundFile {
  name: string;
  rows: number | null;
  sha256: string;
  dataDate: string | null;
}

const number = (value: number) => value.toLocaleString('en-AU');
const dayFirst = (day: string) => day.split('-').reverse().join('/');

/**
 * What differs between a manifest and its file, as sentences; none if nothing does. What cannot be found of a file, such as the rows of one
 * that is no CSV file, is not compared: why it cannot be found is said already.
 */
export function manifestDifferences(manifest: FileManifest, found: FoundFile): string[] {
  const differences: string[] = [];
  if (manifest.file !== null && manifest.file !== found.name)
    // What a sender wrote is not repeated: it may be anything.
    differences.push('It names another file.');
  if (manifest.rows !== null && found.rows !== null && manifest.rows !== found.rows)
    differences.push(`Rows: ${number(manifest.rows)} expected, ${number(found.rows)} found.`);
  if (manifest.sha256 !== null && manifest.sha256 !== found.sha256)
    differences.push(
      `SHA-256: ${manifest.sha256.slice(0, 8)}… expected, ${found.sha256.slice(0, 8)}… found, so the content is another one.`,
    );
  if (manifest.dataDate !== null && found.dataDate !== null && manifest.dataDate !== found.dataDate)
    differences.push(`Data date: ${dayFirst(manifest.dataDate)} expected, ${dayFirst(found.dataDate)} found.`);
  return differences;
}

export const differenceReason = (differences: readonly string[]) =>
  ['Its manifest differs from it.', ...differences].join(' ');
