import fc from 'fast-check';
import { oddJson, oddText } from './odd-values.js';

/** One end of a range: existing days, impossible days, and the limits of the engine's type. */
export const date = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('2026-05-01', '2026-05-31', '2025-01-01', '2026-05-01T10:00:00.000', '2026-05-01 10:00'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        '0000-01-01',
        '0001-01-01',
        '1582-10-15',
        '1899-12-31',
        '1900-01-01',
        '1969-12-31',
        '1970-01-01',
        '2106-02-08',
      ],
      ...[
        '2148-12-31',
        '2149-06-07',
        '2262-04-12',
        '2299-12-31',
        '2300-01-01',
        '9999-12-31',
        '9999-12-31T23:59:59.999Z',
      ],
      ...[
        '2026-02-29',
        '2026-13-01',
        '2026-5-1',
        '2026-05-01T24:00:00',
        '2026-05-01T10:00:00+99:99',
        'yesterday',
        'now',
      ],
      ...['2026-04-05T02:30:00', '2026-10-04T02:30:00', '1 year ago', '99999 years ago', '99999 years from now'],
    ),
  },
  { weight: 1, arbitrary: oddText },
);

/** Any value of a query's date range. */
export const dateRange: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('last 12 months', 'this year', 'last 2 quarters', 'today', 'next week') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...['last 99999 years', 'next 99999 years', 'this 99999 months', 'last 0 days', 'last -1 days', 'last 1e9 days'],
      ...['from 99999 years ago to now', 'from now to 99999 years from now', 'from 2026-05-01 to yesterday', 'from to'],
      ...['last 99999 seconds', 'FROM NOW TO NOW', 'from a week ago to now', 'last    2\nweeks'],
    ),
  },
  { weight: 4, arbitrary: fc.tuple(date, date) },
  { weight: 2, arbitrary: date },
  { weight: 1, arbitrary: fc.array(date, { maxLength: 3 }) },
  { weight: 1, arbitrary: oddJson },
);
