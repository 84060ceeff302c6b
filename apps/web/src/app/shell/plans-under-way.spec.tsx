import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dana, helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

/** Answers each look with the next number of plans that wait, and the last one from then on. Returns the number of looks. */
function underWay(...waiting: (number | null)[]) {
  const looks = { count: 0 };
  server.use(
    http.get('/api/asfa/progress', () => {
      const now = waiting[Math.min(looks.count, waiting.length - 1)]!;
      looks.count += 1;
      return now === null
        ? HttpResponse.json({ message: 'Away.' }, { status: 503 })
        : HttpResponse.json({ plans: 17, waiting: now });
    }),
  );
  return looks;
}

describe('While plans wait for their figures', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 }));
  afterEach(() => void vi.useRealTimers());

  it('the header tells staff how many have them, until none waits', async () => {
    portal({ user: helen });
    const looks = underWay(13, 5, 0);
    openAt('/dashboard');
    expect((await screen.findAllByText('4 of 17 plans have their newest figures')).length).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await screen.findAllByText('12 of 17 plans have their newest figures')).length).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => expect(screen.queryByText(/have their newest figures/)).toBeNull());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(looks.count).toBe(3);
  });

  it('a single plan is not worth a word', async () => {
    portal({ user: helen });
    const looks = underWay(1, 0);
    openAt('/dashboard');
    await waitFor(() => expect(looks.count).toBe(1));
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => expect(looks.count).toBe(2));
    expect(screen.queryByText(/have their newest figures/)).toBeNull();
  });

  it('an answer that fails says nothing, and is not asked for again', async () => {
    portal({ user: helen });
    const looks = underWay(13, null);
    openAt('/dashboard');
    expect((await screen.findAllByText(/4 of 17/)).length).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => expect(screen.queryByText(/have their newest figures/)).toBeNull());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(looks.count).toBe(2);
  });

  it('an employer is not told of other plans', async () => {
    portal({ user: dana });
    const looks = underWay(13);
    openAt('/dashboard');
    await screen.findByRole('button', { name: /Dana Whitlock/ });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks.count).toBe(0);
  });
});
