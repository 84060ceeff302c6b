import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { dana, isAbout, portal, split } from '../../test/portal';
import { openAt } from '../../test/render-app';

const card = async (name: string) => within(await screen.findByRole('region', { name }));
const mark = { name: /Needs attention: more than 25% of members/ };

describe('An area’s concern on a phone', () => {
  it('is a line of a list: the share beside its name, with the members and the change below', async () => {
    const narrow = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
    vi.spyOn(window, 'matchMedia').mockReturnValue(narrow as unknown as MediaQueryList);
    portal({ user: dana });
    openAt('/dashboard');
    const concern = await card('No nominated beneficiary');
    expect(await concern.findByText('49.0%')).toBeVisible();
    expect(concern.getAllByText('49.0%')).toHaveLength(1);
    expect(await concern.findByText('629')).toBeVisible();
    expect(await concern.findByText(/since/)).toHaveTextContent(/since \d/);
    expect(concern.queryByText(/^Score/)).toBeNull();
    vi.restoreAllMocks();
  });
});

describe('A concern outside of the areas', () => {
  it('is marked above a quarter of members', async () => {
    const flag = 'Member.approachingConcessionalCap';
    portal({
      user: dana,
      reply: (query) =>
        isAbout(query, flag) ? { data: split(flag, { '1|Yes': [200, 330], '2|No': [1000, 954] }) } : undefined,
    });
    openAt('/dashboard');
    const cap = await card('Approaching concessional cap');
    expect(await cap.findByRole('img', mark)).toBeInTheDocument();
    expect(
      await cap.findByText('Cap $32,500 this financial year. It limits what is paid in before tax.'),
    ).toBeVisible();
  });

  it('is not marked at a lower share; other flags are never marked', async () => {
    const flag = 'Member.approachingConcessionalCap';
    portal({
      user: dana,
      reply: (query) =>
        isAbout(query, flag) ? { data: split(flag, { '1|Yes': [200, 320], '2|No': [1000, 964] }) } : undefined,
    });
    openAt('/dashboard');
    const cap = await card('Approaching concessional cap');
    expect(await cap.findByText('320')).toBeVisible();
    expect(cap.queryByRole('img', mark)).toBeNull();
    const voluntary = await card('Voluntary contributions');
    expect(await voluntary.findByText('718')).toBeVisible();
    expect(voluntary.queryByRole('img', mark)).toBeNull();
  });

  it('is marked for expired nominations', async () => {
    const dimension = 'Member.beneficiaryNominationType';
    portal({
      user: dana,
      reply: (query) =>
        isAbout(query, dimension)
          ? {
              data: split(dimension, {
                '1|Binding': [100, 100],
                '2|Non-binding': [100, 100],
                '3|Expired binding': [100, 100],
                '4|None': [50, 50],
              }),
            }
          : undefined,
    });
    openAt('/dashboard');
    const nominations = await card('Beneficiary nomination');
    expect(
      await nominations.findByRole('img', { name: /25% of members have an expired nomination/ }),
    ).toBeInTheDocument();
  });
});
