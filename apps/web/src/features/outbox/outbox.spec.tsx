import type { OutboxMail } from '@superscope/contracts/outbox';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const devops = withRights({ username: 'devops', name: 'Priya Nair', role: 'DevOps', planId: null });
const mail: OutboxMail = {
  id: 'm1',
  to: 'jo@example.com',
  subject: 'Your Superscope sign-in code',
  state: 'kept',
  at: '2026-03-01T01:00:00.000Z',
  text: null,
};

function holds(mails: OutboxMail[], hasServer = false) {
  server.use(
    http.get('/api/authentication', () => HttpResponse.json({ user: devops })),
    http.get('/api/outbox', () => HttpResponse.json({ mails, total: mails.length, hasServer })),
  );
  return openAt('/operations/outbox');
}

describe('the outbox', () => {
  it('lists the recipient, subject, time and outcome of each mail', async () => {
    holds([mail, { ...mail, id: 'm2', to: 'mei@example.com', state: 'failed' }], true);
    const row = within(await screen.findByRole('row', { name: /jo@example.com/ }));
    for (const text of ['01/03/2026 12:00', 'Your Superscope sign-in code', 'Kept here']) row.getByText(text);
    within(screen.getByRole('row', { name: /mei@example.com/ })).getByText('Not taken by the mail server');
    expect(screen.queryByText(/No mail server is set/)).toBeNull();
  });

  it('opens the text of a mail if the server sends it', async () => {
    const { user } = holds([{ ...mail, text: 'Your code is 123456.' }]);
    const row = within(await screen.findByRole('row', { name: /jo@example.com/ }));
    const text = row.getByText('Your code is 123456.');
    expect(text).not.toBeVisible();
    await user.click(row.getByText(mail.subject));
    expect(text).toBeVisible();
    await screen.findByText('No mail server is set, so mails stay here. They are kept for 30 days.');
  });

  it('marks texts as readable in demo mode only', async () => {
    const { unmount } = holds([
      { ...mail, text: 'Open the link.' },
      { ...mail, id: 'm2', to: 'mei@example.com' },
    ]);
    within(await screen.findByRole('row', { name: /jo@example.com/ })).getByText('Demo only');
    expect(within(screen.getByRole('row', { name: /mei@example.com/ })).queryByText('Demo only')).toBeNull();
    await screen.findByText(/^This portal runs in demo mode/);
    unmount();
    holds([mail]);
    await screen.findByRole('row', { name: /jo@example.com/ });
    expect(screen.queryByText(/demo mode/i)).toBeNull();
  });

  it('says if it is empty or did not load', async () => {
    const { unmount } = holds([]);
    await screen.findByText('No mails');
    unmount();
    holds([]);
    server.use(http.get('/api/outbox', () => HttpResponse.json({ message: 'No' }, { status: 500 })));
    await screen.findByText('The outbox did not load');
  });

  it('is refused to users of plans', async () => {
    portal({ user: dana });
    openAt('/operations/outbox');
    expect(await screen.findByText('This page is not for your role')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Outbox' })).toBeNull();
  });
});
