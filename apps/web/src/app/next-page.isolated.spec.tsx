import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dana, kestrel, portal } from '../test/portal';
import { server } from '../test/server';

const PAGE = '../features/report/report.page';

function held() {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release };
}

afterEach(() => {
  vi.doUnmock(PAGE);
  vi.resetModules();
});

describe('A page whose code is still loading', () => {
  it('opens, even if the previous page’s plan loads meanwhile', async () => {
    const [code, plan] = [held(), held()];
    vi.resetModules();
    vi.doMock(PAGE, async (original) => {
      await code.until;
      return await original();
    });
    const { address, openAt } = await import('../test/render-app');
    portal({ user: dana });
    server.use(
      http.get('/api/plan', async () => {
        await plan.until;
        return HttpResponse.json(kestrel);
      }),
    );
    const { user } = openAt('/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Info' }));
    await user.click(screen.getByRole('link', { name: 'PCM Report' }));
    plan.release();
    expect(await screen.findByRole('button', { name: /Since plan start/ })).toBeVisible();
    code.release();
    expect(await screen.findByRole('region', { name: 'Page 1 of 3: Fund fitness overview' })).toBeVisible();
    expect(address()).toMatch(/^\/report/);
  });
});
