import { describe, expect, it } from 'vitest';
import { declaredSeparator, headerNames, separatorOf } from './csv-separator.js';

const isColumn = (name: string) => ['providerid', 'name', 'abn'].includes(name);

describe('the separator of a file', () => {
  it.each([
    ['providerId,name', ','],
    ['providerId;name;abn', ';'],
    ['"providerId"\t"name"', '\t'],
    ['providerId|name', '|'],
    // A single column, and a first line that is no header.
    ['providerId', ','],
    ['10023456;Smith', ','],
    // Part of an unknown column's name.
    ['providerId,name,remarks; others', ','],
  ])('is what parts the names of columns: %s', (header, separator) =>
    expect(separatorOf(header, isColumn)).toBe(separator),
  );

  it('is refused with what to do where two part the names of columns', () =>
    expect(() => separatorOf('providerId,name;abn', isColumn)).toThrow(
      'The header separates its columns by commas and semicolons. Save the file as CSV with commas alone, and import it again.',
    ));

  it('may be told by the first line', () => {
    expect(['sep=,', 'sep=;', 'SEP=\t', '"sep=;"', 'sep=;,,,'].map(declaredSeparator)).toEqual([
      ',',
      ';',
      '\t',
      ';',
      ';',
    ]);
    expect(['sep=', 'sep=x', 'separator=;', 'a,sep=;', ''].map(declaredSeparator)).toEqual(Array(5).fill(null));
  });

  it('parts a header into names without quotes, spaces and capitals', () =>
    expect(headerNames('"Name" ; PROVIDERID;', ';')).toEqual(['name', 'providerid', '']));
});
