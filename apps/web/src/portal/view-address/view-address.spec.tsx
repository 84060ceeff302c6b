import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dana, filtersOf, helen, isAbout, kestrel, portal } from '../../test/portal';
import { address, back, openAt } from '../../test/render-app';
import { readAddress, writeAddress } from './view-address';

const ASSETS = 'MemberSnapshot.totalAssetsOwned';
const hasFigures = () => screen.findByText('1,284');

describe('The address of a page of figures', () => {
  it('names plan, period, engaged and filters, and reads back as the same view', () => {
    const view = {
      plan: 'T.K1',
      period: 'months12' as const,
      compare: 'year' as const,
      engaged: true,
      filters: { gender: ['Female'], ageGroup: ['31 - 44', '45 - 54'], salaryGroup: ['<$30k'] },
    };
    const search = writeAddress('?dimensions=Member.gender', view);
    expect(readAddress(search)).toEqual(view);
    expect(new URLSearchParams(search).get('dimensions')).toBe('Member.gender');
  });

  it('names no view if it has none of its parameters, so that the session’s view is used', () => {
    expect(readAddress('')).toBeNull();
    expect(readAddress('?dimensions=Member.gender')).toBeNull();
  });

  it('ignores unknown periods and values', () => {
    expect(readAddress('?plan=T.K1&period=years9&gender=Robot&ageGroup=65%2B&ageGroup=65%2B&compare=decade')).toEqual({
      plan: 'T.K1',
      period: null,
      compare: null,
      engaged: false,
      filters: { ageGroup: ['65+'] },
    });
  });
});

describe('An address with a period that does not exist', () => {
  it.each(['/dashboard?plan=T.K1&period=2026-13', '/dashboard?period=2026-13'])(
    'is answered with a message and the default period: %s',
    async (path) => {
      portal({ user: dana });
      const { user } = openAt(path);
      await hasFigures();
      const message = /The address gives “2026-13”, which is not a period or a comparison/;
      expect(await screen.findByText(message)).toBeVisible();
      await user.click(screen.getByRole('button', { name: /, Period$/ }));
      await user.click(await screen.findByRole('option', { name: /3 months/ }));
      await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    },
  );
});

describe('A view', () => {
  it('opens for another user as it was shared, whatever their own tab remembers', async () => {
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: 'T.K2', name: 'Another plan' }));
    sessionStorage.setItem('view', JSON.stringify({ exact: true, engaged: false, period: 'months6' }));
    const asked = portal({ user: helen });
    const { store } = openAt('/dashboard?plan=T.K1&period=months3&engaged=1&gender=Female');
    await hasFigures();
    expect(screen.getByRole('button', { name: /3 months/ })).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Engaged' })).toBeChecked();
    const trends = asked.filter((query) => isAbout(query, ASSETS));
    expect(trends.map((query) => filtersOf(query)['Member.gender'])).toEqual(trends.map(() => ['Female']));
    // The remembered choice of exact figures was for the other plan.
    expect(screen.queryByText('Exact figures, staff only')).toBeNull();
    await waitFor(() =>
      expect(store.getState().view).toEqual({
        exact: false,
        engaged: true,
        period: 'months3',
        compare: null,
        filters: { gender: ['Female'] },
      }),
    );
    expect(store.getState().currentPlan?.id).toBe('T.K1');
  });

  it('that a tab remembers is in its address, so that it can be shared and reloaded', async () => {
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    sessionStorage.setItem('view', JSON.stringify({ engaged: true, period: 'months3', filters: { gender: ['Male'] } }));
    portal({ user: helen });
    openAt('/dashboard#news');
    await waitFor(() => expect(address()).toBe('/dashboard?plan=T.K1&period=months3&engaged=1&gender=Male#news'));
  });

  it('is the previous one after the browser’s Back', async () => {
    portal({ user: dana });
    const { user } = openAt('/dashboard');
    await hasFigures();
    const engaged = screen.getByRole('switch', { name: 'Engaged' });
    await user.click(engaged);
    await waitFor(() => expect(address()).toBe('/dashboard?plan=T.K1&engaged=1'));
    expect(engaged).toBeChecked();
    act(back);
    await waitFor(() => expect(address()).toBe('/dashboard?plan=T.K1'));
    expect(screen.getByRole('switch', { name: 'Engaged' })).not.toBeChecked();
  });
});

describe('A plan out of reach that an address names', () => {
  it('gets a message, with the picker for users who can choose', async () => {
    portal({ user: helen });
    openAt('/dashboard?plan=T.OTHER');
    expect(await screen.findByText('This plan is out of your reach')).toBeVisible();
    expect(await screen.findByRole('combobox', { name: 'Plan' })).toBeVisible();
  });

  it('gets a message for a representative, with a link to their own plan, and no requests', async () => {
    const asked = portal({ user: dana });
    const { user } = openAt('/dashboard?plan=T.OTHER&engaged=1');
    expect(await screen.findByText('This plan is out of your reach')).toBeVisible();
    expect(asked).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show Kestrel' }));
    await hasFigures();
    expect(address()).toBe('/dashboard?plan=T.K1');
  });
});

describe('A path', () => {
  it('that does not exist gets a page that says so, in the frame of the portal', async () => {
    portal({ user: dana });
    openAt('/super/somethingElse');
    expect(await screen.findByRole('heading', { name: 'There is no such page' })).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  it('of the start leads to the dashboard with its query', async () => {
    portal({ user: dana });
    openAt('/?plan=T.K1&engaged=1');
    await hasFigures();
    expect(address()).toBe('/dashboard?plan=T.K1&engaged=1');
  });
});

describe('A submenu', () => {
  it('closes by Escape, which moves the focus to its button', async () => {
    portal({ user: dana });
    const { user } = openAt('/dashboard');
    await hasFigures();
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    menu.getByRole('link', { name: 'News' }).focus();
    await user.keyboard('{Escape}');
    const button = menu.getByRole('button', { name: 'Dashboard' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(button).toHaveFocus();
  });
});
