import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { dana, helen, kestrel, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const devon = withRights({ username: 'devon', name: 'Devon Ops', role: 'DevOps', planId: null });

let asked: string[];
/** Records requests in their order. The plan is answered when `answer` is called. */
function watched() {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const plan = async () => {
    await answered;
    return HttpResponse.json(kestrel);
  };
  server.use(http.get('/api/plan', plan), http.get('/api/plan/:id', plan));
  server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname));
  return answer;
}

beforeEach(() => {
  asked = [];
  server.events.removeAllListeners();
});

describe('The data that every page of figures needs', () => {
  it('is requested at once after signing in, each request once', async () => {
    portal({ user: dana });
    const answer = watched();
    openAt('/dashboard');
    await waitFor(() => expect(asked).toContain('/api/plan'));
    // They are of the plan's newest closed month.
    for (const later of ['/api/figures', '/api/calculationVariables']) expect(asked).not.toContain(later);
    answer();
    expect(await screen.findByText('1,284')).toBeVisible();
    const once = (path: string) => asked.filter((one) => one === path);
    expect(once('/api/plan')).toHaveLength(1);
    expect(once('/api/calculationVariables')).toHaveLength(1);
    expect(once('/api/figures')).toHaveLength(1);
  });

  it('is that of the plan that a member of staff chose in this tab', async () => {
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    portal({ user: helen });
    watched()();
    openAt('/plans');
    await waitFor(() => expect(asked).toContain('/api/plan/T.K1'));
  });

  it('is not requested for users without figures', async () => {
    portal({ user: { ...devon } });
    watched()();
    server.use(http.get('/api/outbox', () => HttpResponse.json({ mails: [], total: 0, hasServer: false })));
    openAt('/operations/outbox');
    await waitFor(() => expect(asked.length).toBeGreaterThan(2));
    expect(await screen.findByRole('heading', { name: 'Outbox' })).toBeVisible();
    expect(asked.filter((path) => /calculationVariables|api\/plan/.test(path))).toEqual([]);
  });
});
