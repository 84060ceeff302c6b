import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dana, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';

const scrolls = () => vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
const lastTop = (scroll: ReturnType<typeof scrolls>) => (scroll.mock.lastCall?.[0] as unknown as ScrollToOptions)?.top;

afterEach(() => vi.restoreAllMocks());

describe('The place on the dashboard', () => {
  it('is where it was left when the page is loaded again', async () => {
    const scroll = scrolls();
    sessionStorage.setItem('dashboardScroll', '640');
    portal({ user: dana });
    openAt('/dashboard');
    await waitFor(() => expect(lastTop(scroll)).toBe(640));
  });

  it('is the top after following “Overview” in the menu', async () => {
    const scroll = scrolls();
    portal({ user: dana });
    const { user } = openAt('/dashboard#news');
    await screen.findByText('1,284');
    sessionStorage.setItem('dashboardScroll', '640');
    await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Overview' }));
    await waitFor(() => expect(address()).toBe('/dashboard?plan=T.K1'));
    await waitFor(() => expect(lastTop(scroll)).toBe(0));
  });

  it('is where it was left after “← Dashboard” on another page', async () => {
    const scroll = scrolls();
    sessionStorage.setItem('dashboardScroll', '640');
    portal({ user: dana });
    const { user } = openAt('/dashboard');
    await waitFor(() => expect(lastTop(scroll)).toBe(640));
    await user.click(await screen.findByRole('link', { name: 'No nominated beneficiary' }));
    expect(await screen.findByRole('heading', { name: 'Nominated beneficiary', level: 1 })).toBeVisible();
    expect(lastTop(scroll)).toBe(0);
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await waitFor(() => expect(address()).toBe('/dashboard?plan=T.K1'));
    await waitFor(() => expect(lastTop(scroll)).toBe(640));
  });
});
