import type { LoadResult } from '@superscope/contracts/analytics/answer';
import { expect, it } from 'vitest';
import { measureColumns, shareColumns } from './summary-columns.js';
import { csvOf } from './summary-csv.js';

const at = (month: string) => ({ 'MemberSnapshot.month.month': `${month}-01T00:00:00.000` });
const share = 'MemberSnapshot.shareOfMembers' as const;
const answer = (more: Partial<LoadResult>) => ({ data: [], ...more }) as unknown as LoadResult;

const measures = answer({
  data: [
    { ...at('2026-08'), 'MemberSnapshot.countMembers': 14, 'SuperScore.averageSuperScore': null },
    { ...at('2026-09'), 'MemberSnapshot.countMembers': 1300, 'SuperScore.averageSuperScore': 3.1 },
  ],
  suppressed: [{ row: 0, members: ['SuperScore.averageSuperScore'], because: 'np' }],
});
const none = shareColumns.map(() => answer({}));

const cells = (csv: string) =>
  csv
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
const column = (title: string) => [...measureColumns, ...shareColumns].findIndex((each) => each.title === title) + 2;

it('has a line for each month, with its published figures or the reason why there are none', () => {
  const [nominated, ...others] = none;
  const first = answer({
    data: [
      { ...at('2026-08'), 'Member.beneficiaryNominationType': '4|None', [share]: null },
      { ...at('2026-09'), 'Member.beneficiaryNominationType': '1|Binding', [share]: 9 },
      { ...at('2026-09'), 'Member.beneficiaryNominationType': '4|None', [share]: 40 },
    ],
    suppressed: [{ row: 0, members: [share], because: 'least', least: 83 }],
    rounded: [{ row: 2, members: [share] }],
  });
  expect(nominated).toBeDefined();
  const csv = csvOf('Acme', ['2026-08', '2026-09'], measures, [first, ...others]);
  expect(csv.charCodeAt(0)).toBe(0xfeff);
  const [, august, september] = cells(csv);
  expect(august!.slice(0, 3)).toEqual(['Acme', '31/08/2026', '14']);
  expect(september!.slice(0, 3)).toEqual(['Acme', '30/09/2026', '1300']);
  expect(august![column('Plan SuperScore')]).toBe('not published');
  expect(september![column('Plan SuperScore')]).toBe('3.10');
  expect(august![column('No nominated beneficiary %')]).toBe('about 83 % or more');
  expect(september![column('No nominated beneficiary %')]).toBe('about 40 %');
});

it('never begins a cell with a formula, whatever the plan’s name', () => {
  for (const name of ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1']) {
    const [, line] = csvOf(name, ['2026-08'], measures, none).slice(1).split('\r\n');
    expect(line).toMatch(/^"?'/);
  }
  expect(csvOf('Smith, "Sons"', ['2026-08'], measures, none)).toContain('"Smith, ""Sons""",31/08/2026');
});
