import fc from 'fast-check';

const long = 'long '.repeat(2_000);

/** Texts that tend to reveal errors. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '0',
      '-1',
      '1e400',
      'NaN',
      'Infinity',
      'null',
      'undefined',
      'true',
      '[object Object]',
      '9'.repeat(400),
    ],
    ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', '$where', '$gt', 'a.b.c', '.', '..'],
    ...['../../../etc/passwd', '..\\..\\', '%00', '%2e%2e%2f', '%', '%zz', '\u0000', 'a\u0000b', '\r\nX-Injected: 1'],
    ...[
      "' OR 1=1 --",
      "\\'",
      '\\',
      '`',
      '"',
      ';',
      '{x:String}',
      '%s%n',
      '${7*7}',
      '{{7*7}}',
      '<script>alert(1)</script>',
    ],
    ...['\ud800', '\udfff', '\uFEFF', '\u202e', 'e\u0301', '😀', '日本語', 'İ', 'ß', '\u2028', long],
    ...['0000-00-00', '2026-02-30', '9999-12-31', '10000-01-01', '-000001-01-01', '2026-13', '2026-1-1', '1969-12-31'],
    ...['=1+1', '@SUM(A1)', '+61', '\t=1', '(a+)+$', '.*', '[', '(?<', '^$'],
  ),
  fc.string({ maxLength: 20, unit: 'binary' }),
  fc.string({ maxLength: 20 }),
);

/** Any JSON value, including odd ones. */
export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: oddText },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, [], {}, [[]], '') },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(oddText, oddText, { maxKeys: 4 }) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 4 }) },
);

/** The given value with some parts replaced, removed or added. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  const same = fc.constant(value);
  if (Array.isArray(value)) {
    const items = fc.tuple(...value.map(mutated)).map((all) => [...all]);
    const doubled = items.map((all) => [...all, ...all]);
    return fc.oneof({ weight: 6, arbitrary: items }, doubled, oddJson, same);
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mutated(field)]));
    const most = fc.record(fields, { noNullPrototype: true });
    const some = fc.record(fields, { requiredKeys: [], noNullPrototype: true });
    const more = fc.tuple(most, oddText, oddJson).map(([all, name, extra]) => {
      // Like JSON.parse, which creates a plain field instead of setting the object's prototype.
      const wide: Record<string, unknown> = { ...all };
      Object.defineProperty(wide, name, { value: extra, enumerable: true, configurable: true, writable: true });
      return wide;
    });
    return fc.oneof({ weight: 6, arbitrary: most }, { weight: 2, arbitrary: some }, more, oddJson);
  }
  return fc.oneof({ weight: 5, arbitrary: same }, oddJson);
}

/** Nested brackets, which overflow the stack of recursive functions. */
export const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
