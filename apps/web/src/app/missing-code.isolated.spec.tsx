import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dana, portal } from '../test/portal';

const PAGE = '../features/dashboard/dashboard.page';
const reload = () => vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);

/** Opens a tab from before a release, for which the code of the dashboard is no longer there. */
async function openStale(path: string) {
  vi.resetModules();
  vi.doMock(PAGE, () => {
    throw new Error('Failed to fetch dynamically imported module');
  });
  const { openAt } = await import('../test/render-app');
  return openAt(path);
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.doUnmock(PAGE);
  vi.resetModules();
  document.querySelectorAll('textarea').forEach((field) => field.remove());
});

describe('A page whose code is no longer there', () => {
  it('is reloaded from the server', async () => {
    const reloaded = reload();
    portal({ user: dana });
    await openStale('/dashboard');
    await vi.waitFor(() => expect(reloaded).toHaveBeenCalledOnce(), 30_000);
  });

  it('shows a message instead of reloading endlessly, and can be reloaded by hand', async () => {
    const reloaded = reload();
    sessionStorage.setItem('reloadedAt', String(Date.now()));
    portal({ user: dana });
    await openStale('/dashboard');
    expect(await screen.findByText('This page did not load')).toBeVisible();
    expect(reloaded).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reloaded).toHaveBeenCalledOnce();
  });

  it('is not reloaded if somebody has typed into it', async () => {
    const reloaded = reload();
    const field = document.body.appendChild(document.createElement('textarea'));
    field.value = 'Half a sentence';
    portal({ user: dana });
    await openStale('/dashboard');
    expect(await screen.findByText('This page did not load')).toBeVisible();
    expect(reloaded).not.toHaveBeenCalled();
  });

  it('is given up after two minutes without its code, and not reloaded', async () => {
    vi.useFakeTimers();
    const reloaded = reload();
    const { pageCode } = await import('./stale-code');
    let outcome = 'waiting';
    void pageCode(() => new Promise(() => undefined)).catch(({ message }: Error) => (outcome = message));
    await vi.advanceTimersByTimeAsync(119_999);
    expect(outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toBe('The code did not come in time.');
    expect(reloaded).not.toHaveBeenCalled();
  });

  it('does not affect somebody who is still signing in, for whom it is prefetched', async () => {
    const reloaded = reload();
    await openStale('/login');
    await userEvent.type(await screen.findByLabelText('Username or email'), 'dana');
    expect(screen.getByLabelText('Username or email')).toHaveValue('dana');
    expect(reloaded).not.toHaveBeenCalled();
  });
});

describe('Code that a page can do without', () => {
  it('never reloads the page if it is missing', async () => {
    const reloaded = reload();
    const { pageCode } = await import('./stale-code');
    await pageCode(async () => 'the page');
    const missing = new Event('vite:preloadError', { cancelable: true });
    window.dispatchEvent(missing);
    expect(missing.defaultPrevented).toBe(false);
    expect(reloaded).not.toHaveBeenCalled();
  });
});
