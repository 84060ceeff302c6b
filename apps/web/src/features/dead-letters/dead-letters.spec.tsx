import type { DeadLetter } from '@superscope/contracts/dead-letters';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const devops = withRights({ username: 'devops', name: 'Priya Nair', role: 'DevOps', planId: null });

const letter = (more: Partial<DeadLetter> = {}): DeadLetter => ({
  id: 'e1',
  kind: 'event',
  planId: 'T.K1',
  stream: 'member-m1',
  type: 'MemberDetailsRevised',
  revision: '4',
  position: '812/812',
  partition: 'all',
  reason: 'projecting it into members failed: TypeError',
  firstAt: '2026-03-01T01:00:00.000Z',
  lastAt: '2026-03-01T01:10:00.000Z',
  tries: 2,
  state: 'waiting',
  requestedBy: null,
  dropped: null,
  ...more,
});

/** The server's dead letters. Records the requested retries and drops. */
function setAside(letters: DeadLetter[], onRetry: (id: string) => void = () => {}) {
  const asked: string[] = [];
  let kept = letters;
  const change = (id: string, to: Partial<DeadLetter> | null) => {
    kept = kept.flatMap((one) => (one.id !== id ? [one] : to === null ? [] : [{ ...one, ...to }]));
  };
  server.use(
    http.get('/api/authentication', () => HttpResponse.json({ user: devops })),
    http.get('/api/dead-letters', ({ request }) => {
      const isDropped = new URL(request.url).searchParams.get('state') === 'dropped';
      const found = kept.filter(({ state }) => (state === 'dropped') === isDropped);
      const count = (state: string) => kept.filter((one) => one.state === state).length;
      const counts = { waiting: count('waiting'), retrying: count('retrying'), dropped: count('dropped') };
      return HttpResponse.json({ letters: found, total: found.length, counts });
    }),
    http.post('/api/dead-letters/:id/retry', ({ params }) => {
      const id = String(params['id']);
      asked.push(`retry ${id}`);
      change(id, { state: 'retrying' });
      onRetry(id);
      return HttpResponse.json({ state: 'retrying', projectors: 1 }, { status: 202 });
    }),
    http.post('/api/dead-letters/:id/drop', async ({ params, request }) => {
      const { reason } = (await request.json()) as { reason: string };
      asked.push(`drop ${String(params['id'])}: ${reason}`);
      change(String(params['id']), { state: 'dropped', dropped: { by: 'devops', at: '2026-03-02T00:00:00Z', reason } });
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { asked, change };
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

describe('dead letters', () => {
  it('are listed with their subject, reason, time and number of attempts', async () => {
    setAside([letter(), letter({ id: 'plan T.K2', kind: 'plan', type: null, stream: null, planId: 'T.K2' })]);
    openAt('/operations/dead-letters');
    const first = await row(/MemberDetailsRevised/);
    for (const text of ['01/03/2026 12:00', /^member-m1/, '@ 4', 'T.K1', /TypeError/, '2']) first.getByText(text);
    const plan = await row(/Figures of a plan/);
    expect(plan.queryByRole('button', { name: /Drop/ })).toBeNull();
    await screen.findByRole('radio', { name: 'Set aside (2)', checked: true });
  });

  it('say so if there are none', async () => {
    setAside([]);
    openAt('/operations/dead-letters');
    await screen.findByText('Nothing is set aside');
  });

  it('leave the list once a retry has applied them', async () => {
    const kept = setAside([letter()], (id) => kept.change(id, null));
    const { user } = openAt('/operations/dead-letters');
    await user.click((await row(/MemberDetailsRevised/)).getByRole('button', { name: 'Retry Member details revised' }));
    await screen.findByText('is applied.', { exact: false });
    expect(kept.asked).toEqual(['retry e1']);
    await screen.findByText('Nothing is set aside');
  });

  it('say why a retry failed', async () => {
    const kept = setAside([letter()], (id) => kept.change(id, { state: 'waiting', tries: 3, reason: 'still wrong' }));
    const { user } = openAt('/operations/dead-letters');
    await user.click((await row(/MemberDetailsRevised/)).getByRole('button', { name: /Retry/ }));
    await screen.findByText('still cannot be applied: still wrong', { exact: false });
  });

  it('that were dropped and are retried join the waiting ones, and read as applied only once they are', async () => {
    const dropped = { by: 'devops', at: '2026-03-02T00:00:00Z', reason: 'entered twice' };
    const kept = setAside([letter({ state: 'dropped', dropped })]);
    const { user } = openAt('/operations/dead-letters');
    await user.click(await screen.findByRole('radio', { name: 'Dropped (1)' }));
    await user.click((await row(/MemberDetailsRevised/)).getByRole('button', { name: /Retry/ }));
    await screen.findByRole('radio', { name: 'Set aside (1)', checked: true });
    (await row(/MemberDetailsRevised/)).getByText('Being retried…');
    expect(screen.queryByText('is applied.', { exact: false })).toBeNull();
    kept.change('e1', { state: 'waiting', tries: 3, reason: 'still wrong', dropped: null });
    await screen.findByText('still cannot be applied: still wrong', { exact: false });
  });

  it('are dropped only with a reason, which stays with them', async () => {
    const kept = setAside([letter()]);
    const { user } = openAt('/operations/dead-letters');
    await user.click((await row(/MemberDetailsRevised/)).getByRole('button', { name: 'Drop Member details revised' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave this event out?' }));
    await user.click(dialog.getByRole('button', { name: 'Drop' }));
    await dialog.findByText('Please say why.');
    expect(kept.asked).toEqual([]);
    await user.type(dialog.getByLabelText('Reason'), 'entered twice');
    await user.click(dialog.getByRole('button', { name: 'Drop' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(kept.asked).toEqual(['drop e1: entered twice']);
    await user.click(await screen.findByRole('radio', { name: 'Dropped (1)' }));
    (await row(/MemberDetailsRevised/)).getByText('Dropped by devops, 02/03/2026 11:00: entered twice');
  });

  it('that did not load say so, and can be requested again', async () => {
    setAside([letter()]);
    server.use(
      http.get('/api/dead-letters', () => HttpResponse.json({ message: 'No' }, { status: 500 }), { once: true }),
    );
    const { user } = openAt('/operations/dead-letters');
    await screen.findByText('The dead letters did not load');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await row(/MemberDetailsRevised/);
  });

  it('are refused to users of plans', async () => {
    portal({ user: dana });
    openAt('/operations/dead-letters');
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Dead letters' })).toBeNull();
  });

  it('does not show what is set aside as what was dropped, while that loads nor after it did not load', async () => {
    setAside([letter()]);
    const { user } = openAt('/operations/dead-letters');
    const table = within(await screen.findByRole('region', { name: 'Dead letters' }));
    expect(await table.findByText('member-m1')).toBeVisible();
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      http.get('/api/dead-letters', async () => {
        await asked;
        return HttpResponse.json({ message: 'No.' }, { status: 400 });
      }),
    );
    await user.click(screen.getByRole('radio', { name: /^Dropped/ }));
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Dead letters' })).toHaveAttribute('aria-busy', 'true'),
    );
    answer();
    expect(await table.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(table.queryByText('member-m1')).toBeNull();
  });
});
