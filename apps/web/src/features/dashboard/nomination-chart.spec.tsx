import type { MeasureName } from '@superscope/contracts/analytics/names';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { cell, withheldCell, type Cell } from '../../portal/analytics/result';
import { markersOf } from '../../portal/campaigns/markers';
import type { Series } from '../../portal/figures/use-distribution';
import { dana, portal, split } from '../../test/portal';
import { answerTo, FEW, TOO_FEW, without } from '../../test/withheld-answers';
import { openAt } from '../../test/render-app';
import { columnsOf } from '../../portal/nominations/nomination-columns';

const MEMBERS = 'MemberSnapshot.countMembers';
const SHARE = 'MemberSnapshot.shareOfMembers';
const NOMINATION = 'Member.beneficiaryNominationType';
const CHART = 'Members by beneficiary nomination, over time';
const card = (name: string) => screen.findByRole('region', { name });

describe('The file of the nominations', () => {
  it('says plan, measure, dates, filter, day and source in front, with the months as on the screen', async () => {
    let saved: Blob | undefined;
    const made = (blob: Blob) => {
      saved = blob;
      return 'blob:made';
    };
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => made(blob as Blob));
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    portal({ user: dana });
    const { user } = openAt('/dashboard');
    const chart = within(await card(CHART));
    await chart.findByText('Expired binding');
    await user.click(chart.getByRole('button', { name: 'Save as CSV' }));
    const lines = (await saved!.text()).replace('\ufeff', '').split('\r\n');
    expect(lines.slice(0, 4)).toEqual([
      'Plan,Kestrel Freight Group Super Plan',
      `Measure,"${CHART}"`,
      expect.stringMatching(/^Figures of,Jan 2020 to Jun 2020$|^Figures of,Apr 2020 to Jun 2020$/),
      'Filter,none',
    ]);
    expect(lines[4]).toMatch(/^Saved,\d\d\/\d\d\/\d{4} from Superscope$/);
    expect(lines[5]).toBe('Month,Binding,Non-binding,Expired binding,None');
    expect(lines).toContain('Jun 2020,125,499,31,629');
    vi.restoreAllMocks();
  });
});

describe('The nominations over time', () => {
  const data = split(NOMINATION, { '1|Binding': [15, 12], '2|Non-binding': [20, 22], '3|Expired binding': [5, 4] });

  it('show each month’s published figures in chart and table, as numbers or shares', async () => {
    portal({
      user: dana,
      reply: answerTo(NOMINATION, without(data, '<11', [2, MEMBERS, SHARE], [5, MEMBERS, SHARE])),
    });
    const { user } = openAt('/dashboard');
    const chart = within(await card(CHART));
    expect(await chart.findByText('Not published')).toBeVisible();
    expect(await chart.findByText('Hatched: a part that is not published; its height says nothing.')).toBeVisible();
    await user.click(chart.getByRole('button', { name: 'Show as table' }));
    const june = within(chart.getByRole('row', { name: /Jun 2020/ }));
    expect(await june.findByText('22')).toBeVisible();
    expect(june.getByRole('button', { name: FEW })).toBeVisible();
    await user.click(chart.getByRole('radio', { name: '%' }));
    expect(await june.findByText('57.9%')).toBeVisible();
    expect(june.getByRole('button', { name: TOO_FEW })).toBeVisible();
  });

  it('are shares for a plan under 50 members, and a sentence instead of numbers', async () => {
    const counts = data.map((_, at): [number, MeasureName] => [at, MEMBERS]);
    portal({
      user: dana,
      reply: answerTo(NOMINATION, {
        ...without(data, 'np', ...counts),
        rounded: data.map((_, row) => ({ row, members: [SHARE] })),
      }),
    });
    const { user } = openAt('/dashboard');
    const chart = within(await card(CHART));
    await waitFor(() => expect(chart.getByRole('radio', { name: '%' })).toBeChecked());
    await user.click(chart.getByRole('radio', { name: 'Members' }));
    expect(await chart.findByText(/only shares are published, not numbers of members/)).toBeVisible();
    expect(chart.queryByRole('button', { name: 'Save as PNG' })).toBeNull();
  });

  it('are a sentence if nothing is published', async () => {
    const all = data.map((_, at): [number, ...MeasureName[]] => [at, MEMBERS, SHARE]);
    portal({ user: dana, reply: answerTo(NOMINATION, without(data, 'np', ...all)) });
    openAt('/dashboard');
    const chart = within(await card(CHART));
    expect(await chart.findByText('Nothing is published of the nominations in this period.')).toBeVisible();
    expect(chart.queryByText('No nominations in this period.')).toBeNull();
  });
});

const part = (name: string, ...months: [count: Cell, share: Cell][]): Series => ({
  name,
  monthly: months.map(([count, share]) => ({ count, share })),
});
const few: [Cell, Cell] = [withheldCell('<11'), withheldCell('<11')];
const parts = [
  part('Binding', [cell(40), cell(40)], [cell(50), cell(50)]),
  part('None', [cell(60), cell(60)], [cell(44), cell(44)]),
  part('Expired binding', [cell(0), cell(0)], few),
];

describe('The columns of a chart', () => {
  it('are the published figures; a withheld one is a stub that reveals no number', () => {
    const { series } = columnsOf(parts, false, 'light');
    expect(series.map(({ name, values }) => [name, ...values])).toEqual([
      ['Binding', 40, 50],
      ['None', 60, 44],
      ['Expired binding', 0, null],
      ['Not published', null, 4],
    ]);
    expect(series.map(({ texts }) => texts[1])).toEqual(['50', '44', '<11', null]);
  });

  it('of shares add up to 100, with withheld parts hatched', () => {
    const { series } = columnsOf(parts, true, 'light');
    expect(series.at(-1)).toMatchObject({ name: 'Not published', colour: 'hatched', values: [null, 6] });
    expect(series[0]?.texts).toEqual(['40.0%', '50.0%']);
  });

  it('have a stub even if rounded shares add up to more than 100', () => {
    const tens = (value: number): [Cell, Cell] => [withheldCell('np'), { ...cell(value), about: 'tens' }];
    const { series, nothing } = columnsOf(
      [part('Binding', tens(50)), part('None', tens(60)), part('Expired binding', few)],
      true,
      'light',
    );
    expect(series.at(-1)?.values).toEqual([4]);
    expect(series[1]?.texts).toEqual(['about 60\u00a0%']);
    expect(nothing).toBe(false);
  });

  it('do not exist if nothing is published or nobody is a member', () => {
    expect(columnsOf([part('Binding', few)], false, 'light')).toMatchObject({ nothing: true, nobody: false });
    expect(columnsOf([part('Binding', [cell(0), cell(0)])], false, 'light')).toMatchObject({ nobody: true });
  });
});

describe('The marker of a campaign', () => {
  const run = (date: string) => ({
    id: 'T.C1',
    kind: 'report' as const,
    name: date,
    date,
    recipients: cell(1),
    opened: cell(1),
    clicked: cell(1),
    openedPercent: cell(100),
    clickedPercent: cell(100),
  });

  it('is at its month, or at the end of its quarter if no other months are shown', () => {
    const campaigns = [run('2026-07-14'), run('2026-08-02'), run('2026-10-01')];
    const names = (months: string[], quarterEnds: boolean) =>
      markersOf(campaigns, months, quarterEnds).map(({ month, names }) => [month, ...names]);
    expect(names(['2026-07', '2026-08', '2026-09'], false)).toEqual([
      ['2026-07', '2026-07-14'],
      ['2026-08', '2026-08-02'],
    ]);
    expect(names(['2026-06', '2026-09'], true)).toEqual([['2026-09', '2026-07-14', '2026-08-02']]);
  });
});
