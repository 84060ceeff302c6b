import { describe, expect, it } from 'vitest';
import { isManifest, manifestDifferences, manifestsAmong, readManifest, type FileManifest } from './file-manifest.js';

const sha256 = 'ab'.repeat(32);
const found = { name: 'fees.csv', rows: 2, sha256, dataDate: '2026-10-31' };
const differences = (manifest: object) =>
  manifestDifferences(readManifest(JSON.stringify(manifest)) as FileManifest, found);

describe('the manifest of a file', () => {
  it('is found by the name of its file, with or without its ending, if that is the name of one file', () => {
    const among = (...names: string[]) => Object.fromEntries(manifestsAmong(new Set(names)));
    expect(among('a.csv', 'a.csv.manifest.json', 'b.csv', 'b.manifest.json')).toEqual({
      'a.csv.manifest.json': 'a.csv',
      'b.manifest.json': 'b.csv',
    });
    expect(among('a.csv', 'a.txt', 'a.manifest.json', 'c.csv.manifest.json')).toEqual({});
    expect(among('a.csv', 'a.csv.done', 'a.manifest.json')).toEqual({ 'a.manifest.json': 'a.csv' });
    expect(among('a.csv', 'a.csv.manifest.json', 'a.manifest.json')).toEqual({ 'a.csv.manifest.json': 'a.csv' });
    expect(among('A.csv', 'a.csv', 'A.csv.manifest.json')).toEqual({ 'A.csv.manifest.json': 'A.csv' });
    expect(['.manifest.json', 'manifest.json', 'a.manifest.json'].map(isManifest)).toEqual([false, false, true]);
  });

  it('says rows, SHA-256 and data date, by fields in whatever case', () => {
    const says = { rows: 2, sha256, dataDate: '2026-10-31', file: null };
    expect(readManifest(JSON.stringify({ rows: 2, sha256, dataDate: '2026-10-31' }))).toEqual(says);
    expect(
      readManifest(`\uFEFF${JSON.stringify({ Rows: 2, 'SHA-256': sha256.toUpperCase(), data_date: '2026-10-31' })}`),
    ).toEqual(says);
  });

  it.each([
    ['', 'Its manifest is not JSON.'],
    ['{"rows": 2', 'Its manifest is not JSON.'],
    ['[2]', 'Its manifest is no object of JSON.'],
    ['null', 'Its manifest is no object of JSON.'],
    ['{}', 'Its manifest says neither rows, SHA-256 nor data date.'],
    ['{"rows": "2"}', 'Its manifest says no number of rows.'],
    ['{"rows": -1}', 'Its manifest says no number of rows.'],
    ['{"rows": 1.5}', 'Its manifest says no number of rows.'],
    ['{"sha256": "abc"}', 'The SHA-256 of its manifest does not have 64 hexadecimal digits.'],
    ['{"dataDate": "31/10/2026"}', 'The data date of its manifest is no day as yyyy-MM-dd.'],
    ['{"dataDate": "2026-02-30"}', 'The data date of its manifest is no day as yyyy-MM-dd.'],
    ['{"rows": 2, "Rows": 3}', 'Its manifest says its rows twice.'],
    ['{"rows": 2, "file": 3}', 'The name of the file in its manifest is no text.'],
  ])('that reads %s is refused', (text, problem) => {
    expect(readManifest(text)).toBe(problem);
  });

  it('is compared with its file, and each difference says what was expected and found', () => {
    expect(differences({ rows: 2, sha256, dataDate: '2026-10-31', file: 'fees.csv' })).toEqual([]);
    expect(differences({ rows: 1_200, sha256: 'cd'.repeat(32), dataDate: '2026-11-30', name: 'x.csv' })).toEqual([
      'It names another file.',
      'Rows: 1,200 expected, 2 found.',
      'SHA-256: cdcdcdcd… expected, abababab… found, so the content is another one.',
      'Data date: 30/11/2026 expected, 31/10/2026 found.',
    ]);
  });

  it('is not compared with what a file does not tell', () => {
    const manifest = readManifest(JSON.stringify({ rows: 2, dataDate: '2026-10-31' })) as FileManifest;
    expect(manifestDifferences(manifest, { ...found, rows: null, dataDate: null })).toEqual([]);
  });
});
