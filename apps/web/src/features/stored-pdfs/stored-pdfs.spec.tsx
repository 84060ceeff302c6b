import type { RefusedPdf } from '@superscope/contracts/stored-pdfs';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const admin = withRights({ username: 'admin', name: 'Ada Admin', role: 'Admin', planId: null });
const staff = withRights({ username: 'staff', name: 'Sam Staff', role: 'Staff', planId: null });
const sha256 = 'ab'.repeat(32);

const pdf = (more: Partial<RefusedPdf> = {}): RefusedPdf => ({
  sha256,
  bytes: 421_888,
  storedAt: '2026-03-01T01:00:00.000Z',
  refusedAt: '2026-11-29T01:10:00.000Z',
  why: 'It contains JavaScript.',
  uses: [{ kind: 'flyer', name: 'Insurance guide', of: 'Kestrel Super Plan' }],
  kept: null,
  ...more,
});

/** The server's refused PDFs. Records what was asked of it. */
function stored(refused: RefusedPdf[], { user = admin, checked = 40 } = {}) {
  const asked: string[] = [];
  let kept = refused;
  server.use(
    http.get('/api/authentication', () => HttpResponse.json({ user })),
    http.get('/api/stored-pdfs', () => HttpResponse.json({ total: 40, checked, refused: kept })),
    http.post('/api/stored-pdfs/:sha256/keep', async ({ request }) => {
      const { reason } = (await request.json()) as { reason: string };
      asked.push(`keep: ${reason}`);
      kept = [pdf({ kept: { by: 'Ada Admin', at: '2026-11-29T02:00:00.000Z', reason } })];
      return HttpResponse.json({ stream: 'keptPdfs', position: '1/1' });
    }),
    http.delete('/api/stored-pdfs/:sha256/keep', () => {
      asked.push('take back');
      kept = [pdf()];
      return HttpResponse.json({ stream: 'keptPdfs', position: '2/2' });
    }),
  );
  return asked;
}
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

describe('stored PDFs that are refused', () => {
  it('are listed with what uses them, why and when', async () => {
    stored([pdf(), pdf({ sha256: 'cd'.repeat(32), uses: [], why: 'It is damaged.' })]);
    openAt('/operations/stored-pdfs');
    const used = await row(/Insurance guide/);
    for (const text of ['Flyer, Kestrel Super Plan, 422 kB', 'It contains JavaScript.', '29/11/2026 12:10'])
      used.getByText(text);
    const unused = await row(/cdcdcdcdcdcd…/);
    unused.getByText('Nothing uses it any more, 422 kB');
    // Keeping what nothing uses would serve nobody.
    expect(unused.queryByRole('button', { name: /Keep/ })).toBeNull();
    unused.getByRole('button', { name: /Original/ });
  });

  it('are kept with a reason, which stays with them, until that is taken back', async () => {
    const asked = stored([pdf()]);
    const { user } = openAt('/operations/stored-pdfs');
    await user.click((await row(/Insurance guide/)).getByRole('button', { name: 'Keep Insurance guide' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Keep ‘Insurance guide’ as it is?' }));
    await user.click(dialog.getByRole('button', { name: 'Keep' }));
    await dialog.findByText('Say why in a sentence.');
    expect(asked).toEqual([]);
    await user.type(dialog.getByLabelText('Why it is kept'), 'Its form is needed until July');
    await user.click(dialog.getByRole('button', { name: 'Keep' }));
    const kept = await row(/Kept by Ada Admin, 29\/11\/2026 13:00: Its form is needed until July/);
    await user.click(kept.getByRole('button', { name: 'Take back Insurance guide' }));
    const asks = within(await screen.findByRole('dialog', { name: 'Serve ‘Insurance guide’ no more?' }));
    await user.click(asks.getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(screen.queryByText(/Kept by/)).toBeNull());
    expect(asked).toEqual(['keep: Its form is needed until July', 'take back']);
  });

  it('are none, and how many are checked is said', async () => {
    stored([], { checked: 12 });
    openAt('/operations/stored-pdfs');
    await screen.findByText('No stored PDF is refused');
    await screen.findByText('12 of 40 stored PDFs are checked. The others follow by themselves.');
  });

  it('are for Admins alone', async () => {
    stored([pdf()], { user: staff });
    openAt('/operations/stored-pdfs');
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Stored PDFs' })).toBeNull();
  });
});
