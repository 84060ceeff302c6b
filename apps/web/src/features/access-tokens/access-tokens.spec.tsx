import type { Application, ApplicationTokenInfo } from '@superscope/contracts/applications';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const mei = withRights({ username: 'mei', name: 'Mei Tran', role: 'Admin', planId: null });

const token = (more: Partial<ApplicationTokenInfo> = {}): ApplicationTokenInfo => ({
  tokenId: 't1',
  label: 'Nightly figures',
  issuedAt: '2026-03-01T01:00:00.000Z',
  expiresAt: '2027-03-01T01:00:00.000Z',
  revokedAt: null,
  state: 'valid',
  reminder: null,
  addresses: [],
  lastUse: null,
  ...more,
});
const program = (more: Partial<Application> = {}): Application => ({
  userId: 'a1',
  username: 'warehouse',
  name: null,
  role: 'Application',
  domain: null,
  context: { kind: 'allPlans', id: null },
  contextName: 'All plans',
  active: true,
  tokens: [token()],
  ...more,
});

function programs(all: Application[]) {
  const sent: [string, unknown][] = [];
  const note = async (request: Request) => {
    const text = await request.text();
    sent.push([`${request.method} ${new URL(request.url).pathname}`, text === '' ? null : JSON.parse(text)]);
  };
  const written = { stream: 'user-a1', revision: '0', position: '1/1' };
  server.use(
    http.get('/api/authentication', () => HttpResponse.json({ user: mei })),
    http.get('/api/authentication/contexts', () => HttpResponse.json({ contexts: [], defaultId: null })),
    http.get('/api/applications', () => HttpResponse.json(all)),
    http.post('/api/applications', async ({ request }) => {
      await note(request);
      return HttpResponse.json({ ...written, userId: 'a2' }, { status: 201 });
    }),
    http.post('/api/applications/:userId/tokens', async ({ request }) => {
      await note(request);
      const answer = { tokenId: 't2', token: 'ssa_once', expiresAt: '2027-01-01T00:00:00.000Z', ...written };
      return HttpResponse.json(answer, { status: 201 });
    }),
    http.delete('/api/applications/:userId/tokens/:tokenId', async ({ request }) => {
      await note(request);
      return HttpResponse.json(written);
    }),
  );
  return sent;
}

const cardOf = async (name: string) => within(await screen.findByRole('region', { name }));

describe('access tokens', () => {
  it('are listed by program, with their bindings and last use', async () => {
    const lastUse = { at: '2026-03-02T01:00:00.000Z', address: '10.1.2.3', uses: 1200 };
    programs([
      program({ tokens: [token({ addresses: ['10.1.2.0/24'], lastUse }), token({ tokenId: 't0', state: 'revoked' })] }),
      program({ userId: 'b1', username: 'micro', role: 'BrowserClient', domain: 'super.example.com', tokens: [] }),
    ]);
    openAt('/staff/access-tokens');
    const warehouse = await cardOf('warehouse');
    for (const text of ['Only from 10.1.2.0/24', 'Last used 02/03/2026 12:00', '1,200 requests, last from 10.1.2.3'])
      expect(await warehouse.findByText(text)).toBeVisible();
    expect(warehouse.getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1);
    expect((await cardOf('micro')).getByText('Browser client of super.example.com · All plans')).toBeVisible();
  });

  it('are shown once, when they are issued', async () => {
    const sent = programs([program()]);
    const { user } = openAt('/staff/access-tokens');
    await user.click((await cardOf('warehouse')).getByRole('button', { name: 'Issue a token for warehouse' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Issue' }));
    await dialog.findByText('A label is required');
    await user.type(dialog.getByLabelText('What it is for'), 'Nightly');
    await user.type(dialog.getByLabelText('Addresses'), '10.1.2.3, 10.2.0.0/16');
    await user.click(dialog.getByRole('button', { name: 'Issue' }));
    expect(await screen.findByText('ssa_once')).toBeVisible();
    const addresses = ['10.1.2.3', '10.2.0.0/16'];
    expect(sent).toEqual([['POST /api/applications/a1/tokens', { label: 'Nightly', expiresInDays: 365, addresses }]]);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('ssa_once')).toBeNull();
  });

  it('of a browser client are bound to its domain, and to no addresses', async () => {
    programs([program({ username: 'micro', role: 'BrowserClient', domain: 'super.example.com' })]);
    const { user } = openAt('/staff/access-tokens');
    await user.click((await cardOf('micro')).getByRole('button', { name: 'Issue a token for micro' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Only pages of super.example.com can use it.');
    expect(dialog.queryByLabelText('Addresses')).toBeNull();
  });

  it('are revoked once that is confirmed', async () => {
    const sent = programs([program()]);
    const { user } = openAt('/staff/access-tokens');
    await user.click((await cardOf('warehouse')).getByRole('button', { name: 'Revoke Nightly figures' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await screen.findByText('The token Nightly figures is revoked.');
    expect(sent).toEqual([['DELETE /api/applications/a1/tokens/t1', null]]);
  });

  it('belong to programs, which are registered with the plans that they reach', async () => {
    const sent = programs([]);
    const { user } = openAt('/staff/access-tokens');
    await screen.findByText('No program has an account');
    await user.click(screen.getByRole('button', { name: 'Register an application' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Username'), 'payroll');
    await user.selectOptions(dialog.getByLabelText('Plans in reach'), 'company');
    await user.click(dialog.getByRole('button', { name: 'Register' }));
    await dialog.findByText('Dealer/Adviser/Provider/Plan Id is required');
    await user.selectOptions(dialog.getByLabelText('Plans in reach'), 'allPlans');
    await user.click(dialog.getByRole('button', { name: 'Register' }));
    await screen.findByText('payroll is registered. Issue a token for it.');
    const context = { kind: 'allPlans', id: null };
    expect(sent).toEqual([['POST /api/applications', { username: 'payroll', name: null, context }]]);
  });

  it('are refused to Staff', async () => {
    portal({ user: helen });
    openAt('/staff/access-tokens');
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });
});
