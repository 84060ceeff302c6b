import { fixedCharts } from '@superscope/contracts/charts';
import { pageEvent, type PageMessage } from '@superscope/contracts/page-event';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dana, helen, kestrel, portal } from '../test/portal';
import { openAt } from '../test/render-app';
import { chartOf, features } from './features';

let announced: PageMessage[];
const listen = (event: Event) => announced.push((event as CustomEvent<PageMessage>).detail);
beforeEach(() => {
  announced = [];
  document.addEventListener(pageEvent, listen);
});
afterEach(() => document.removeEventListener(pageEvent, listen));
const last = () => announced.at(-1)?.state;

describe('A chart alone', () => {
  it('belongs to exactly one feature', () => {
    const charts = features.flatMap(({ charts: own = [] }) => own);
    for (const id of [...fixedCharts, 'countMembers-over-time', 'averageAge-by-addressState'])
      expect([id, charts.filter(({ holds }) => holds(id)).length]).toEqual([id, 1]);
    expect(chartOf('nothing')).toBeUndefined();
  });

  it('shows its table with the published figures, and no controls except explanations', async () => {
    portal({ user: dana });
    openAt('/charts/risk-profiles?plan=T.K1&as=table');
    expect(await screen.findByRole('table', { name: /risk profile/i })).toBeVisible();
    await waitFor(() => expect(last()).toBe('ready'));
    expect(screen.queryByRole('button', { name: 'Show as chart' })).toBeNull();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(
      screen.getByText(/^Kestrel Freight Group Super Plan, .*Small random adjustments protect members\.$/),
    ).toBeVisible();
  });

  it('begins with its drawing if it is rendered as a picture', async () => {
    portal({ user: dana });
    openAt('/charts/lifeInsurance-over-time?plan=T.K1&as=drawing');
    expect(await screen.findByText('Inadequate life insurance, over time')).toBeVisible();
    await waitFor(() => expect(last()).toBe('ready'));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows the employers’ figures, even to staff who are looking at exact ones', async () => {
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    sessionStorage.setItem('view', JSON.stringify({ exact: true, engaged: false, period: null, filters: {} }));
    const audiences = new Set<string>();
    portal({ user: helen, reply: (_, audience) => void audiences.add(audience) });
    openAt('/charts/superscore?plan=T.K1&as=table');
    await waitFor(() => expect(last()).toBe('ready'));
    expect([...audiences]).toEqual(['employer']);
  });

  it('leaves out a filter by salary group where employers do not share one payroll, and says so', async () => {
    const asked = portal({ user: dana, plan: { ...kestrel, onePayroll: false } });
    openAt('/charts/lifeInsurance-over-time?plan=T.K1&salaryGroup=$65k&as=table');
    await waitFor(() => expect(last()).toBe('ready'));
    expect(
      screen.getByText(
        'The filter by salary group is removed. Salaries of several employers: shown for the whole plan.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Close message' })).toBeNull();
    expect(asked.some((query) => JSON.stringify(query).includes('salaryGroup'))).toBe(false);
  });

  it('says why there is none, in the sentence of its card', async () => {
    portal({
      user: dana,
      reply: (query) => ((query.filters ?? []).length > 1 ? { data: [], quarterEnds: true } : undefined),
    });
    openAt('/charts/lifeInsurance-over-time?plan=T.K1&as=table&gender=Female');
    await waitFor(() =>
      expect(announced.at(-1)).toEqual({
        state: 'empty',
        said: 'Filter selection returned no members. Remove a filter to see figures again.',
      }),
    );
  });

  it('does not exist under another name', async () => {
    portal({ user: dana });
    openAt('/charts/nothing?plan=T.K1');
    expect(await screen.findByRole('heading', { name: /no such page|not found|nothing here/i })).toBeVisible();
  });
});
