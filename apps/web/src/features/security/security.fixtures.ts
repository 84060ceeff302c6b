import type { FailedSignIns, Slowdowns, UserRow } from '@superscope/contracts/users';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

export const mei = withRights({ username: 'mei', name: 'Mei Tran', role: 'Admin', planId: null });

export const user = (username: string, more: Partial<UserRow> = {}): UserRow => ({
  userId: `id-${username}`,
  revision: 1,
  username,
  emailOrDomain: `${username}@example.com`,
  role: 'Staff',
  name: null,
  contextId: null,
  contextName: null,
  oneCentral: false,
  secondFactor: null,
  passkeys: 0,
  active: true,
  verified: true,
  failedAuthenticationAttempts: 0,
  slowedUntil: null,
  ...more,
});

interface Sent {
  method: string;
  path: string;
  body: unknown;
}

/** A server with these users; answers what it was sent. `refuse` refuses the next write. */
export function accounts(
  users: UserRow[],
  networks: Slowdowns['networks'] = [],
  minutes: FailedSignIns['minutes'] = [],
) {
  const sent: Sent[] = [];
  const rule = { roles: ['Admin'], revision: 3 };
  let refusal: { message: string; errors?: object[]; revision?: number; changes?: object[] } | null = null;
  const write = async ({ request }: { request: Request }) => {
    const body = await request.json();
    sent.push({
      method: request.method,
      path: new URL(request.url).pathname.replace('/api/authentication/', ''),
      body,
    });
    if (refusal) return HttpResponse.json(refusal, { status: 409 });
    if (request.url.endsWith('/clear')) return new HttpResponse(null, { status: 204 });
    const answer = { stream: 'user-1', revision: '0', position: '1/1', userId: 'id', message: 'This was done.' };
    return HttpResponse.json(answer);
  };
  const contexts = [
    { id: 'TALLOWOOD', name: 'Tallowood Retirement', kind: 'provider' },
    { id: 'T.E1', name: 'Kestrel Freight', kind: 'company' },
  ];
  server.use(
    http.get('/api/authentication', () => HttpResponse.json({ user: mei })),
    http.get('/api/authentication/users', () => HttpResponse.json(users)),
    http.get('/api/authentication/slowdowns', () => HttpResponse.json({ networks })),
    http.get('/api/authentication/failedSignIns', () => HttpResponse.json({ minutes })),
    http.get('/api/authentication/secondFactorRule', () => HttpResponse.json(rule)),
    http.put('/api/authentication/secondFactorRule', write),
    http.delete('/api/authentication/users/:userId/authenticator', ({ params }) => {
      sent.push({ method: 'DELETE', path: String(params['userId']), body: null });
      return HttpResponse.json({
        stream: 'user-1',
        revision: '0',
        position: '1/1',
        userId: 'id',
        message: 'Taken away.',
      });
    }),
    http.get('/api/authentication/contexts', () => HttpResponse.json({ contexts, defaultId: 'TALLOWOOD' })),
    http.get('/api/authentication/browserClientContexts', () =>
      HttpResponse.json([{ id: 'T', name: 'Tallowood', kind: 'platform' }]),
    ),
    http.post('/api/authentication/*', write),
    http.patch('/api/authentication/*', write),
    http.patch('/api/authentication/users/*', write),
    http.post('/api/authentication/slowdowns/clear', write),
  );
  return { sent, rule, refuse: (problem: typeof refusal) => (refusal = problem) };
}

export const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
