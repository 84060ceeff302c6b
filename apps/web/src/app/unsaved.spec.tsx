import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { address, back, openAt } from '../test/render-app';
import { server } from '../test/server';
import { withRights } from '../test/with-rights';

const ops = withRights({ username: 'ops', name: 'Ola Ops', role: 'DevOps', planId: null });
const other = withRights({ username: 'omar', name: 'Omar Haddad', role: 'DevOps', planId: null });
const QUESTION = 'What you typed is not saved yet';
const PAGE = '/operations/maintenance';

const sunday = { message: 'Sunday', from: '2026-11-21T13:00:00.000Z', to: '2026-11-21T15:00:00.000Z', shown: false };

/** The server with a message that may be changed. Returns what was sent. */
function operations({ user = ops, revision = 3, message = 'Sunday', answered = () => Promise.resolve() } = {}) {
  const sent: unknown[] = [];
  let notice = { ...sunday, message };
  server.use(
    http.get('/api/authentication', () => HttpResponse.json({ user })),
    http.post('/api/authentication', () => HttpResponse.json({ user })),
    http.post('/api/authentication/logout', () => new HttpResponse(null, { status: 204 })),
    http.get('/api/dead-letters', () => HttpResponse.json({ letters: [], counts: { waiting: 0, dropped: 0 } })),
    http.get('/api/maintenance', () => HttpResponse.json({ notice, revision: revision + sent.length })),
    http.put('/api/maintenance', async ({ request }) => {
      const body = (await request.json()) as { message: string };
      sent.push(body);
      notice = { ...notice, message: body.message };
      await answered();
      return HttpResponse.json({ stream: 'maintenance', revision: String(revision + sent.length), position: '1' });
    }),
  );
  return sent;
}

/** The page with the message's form. */
async function opened() {
  const { user } = openAt(PAGE);
  return { user, field: await screen.findByLabelText('Message') };
}

const link = () => screen.findByRole('link', { name: 'Dead letters' });
const question = async (title = QUESTION) => within(await screen.findByRole('dialog', { name: title }));
const noQuestion = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
/** Whether the browser asks before the tab closes. */
const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

async function openMenu(user: Awaited<ReturnType<typeof opened>>['user']) {
  const button = await screen.findByRole('button', { name: /^Operations/ });
  if (button.getAttribute('aria-expanded') !== 'true') await user.click(button);
}

beforeEach(() => {
  // A date field collapses the selection when it changes, which happy-dom reports as another change, endlessly.
  vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

describe('What is typed in a form', () => {
  it('is asked about before a link or a closed tab would lose it, and stays by default', async () => {
    operations();
    const { user, field } = await opened();
    await openMenu(user);
    expect(asksBeforeClosing()).toBe(false);
    await user.type(field, ' from 2:00 am');
    expect(asksBeforeClosing()).toBe(true);
    await user.click(await link());
    const asked = await question();
    await waitFor(() => expect(asked.getByRole('button', { name: 'Stay' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await noQuestion();
    expect([address(), screen.getByLabelText('Message')]).toEqual([PAGE, field]);
    expect(field).toHaveValue('Sunday from 2:00 am');
    await waitFor(async () => expect(await link()).toHaveFocus());
    await user.click(await link());
    await user.click((await question()).getByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(address()).toBe('/operations/dead-letters'));
    await waitFor(() => expect(asksBeforeClosing()).toBe(false));
  });

  it('is not asked about once it is put back to what it was, or saved', async () => {
    const sent = operations();
    const { user, field } = await opened();
    await user.type(field, '!');
    expect(asksBeforeClosing()).toBe(true);
    await user.type(field, '{Backspace}');
    await waitFor(() => expect(asksBeforeClosing()).toBe(false));
    await user.type(field, '!');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(await screen.findByText('Saved')).toBeVisible();
    await waitFor(() => expect(asksBeforeClosing()).toBe(false));
    await user.type(field, '!');
    expect(asksBeforeClosing()).toBe(true);
  });

  it('is asked about while it is being saved, until it is, and what was typed meanwhile is not saved', async () => {
    let answer: () => void = () => undefined;
    operations({ answered: () => new Promise<void>((resolve) => (answer = resolve)) });
    const { user, field } = await opened();
    await openMenu(user);
    await user.type(field, '!');
    await user.keyboard('{Enter}');
    await user.click(await link());
    await question();
    answer();
    await noQuestion();
    expect(address()).toBe(PAGE);
    expect(asksBeforeClosing()).toBe(false);
    await user.type(field, '!');
    await user.keyboard('{Enter}');
    await user.type(field, '?');
    answer();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Change message' })).not.toHaveAttribute('aria-disabled'),
    );
    expect(field).toHaveValue('Sunday!!?');
    expect(asksBeforeClosing()).toBe(true);
  });

  it('stays, and is asked about, if it could not be saved', async () => {
    operations();
    server.use(http.put('/api/maintenance', () => HttpResponse.error()));
    const { user, field } = await opened();
    await user.type(field, '!');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('The message could not be set. Please try again.')).toBeVisible();
    expect(field).toHaveValue('Sunday!');
    expect(asksBeforeClosing()).toBe(true);
  });

  it('is asked about before the browser goes back, each time', async () => {
    operations();
    const { user } = await opened();
    await openMenu(user);
    await user.click(await link());
    await waitFor(() => expect(address()).toBe('/operations/dead-letters'));
    await user.click(await screen.findByRole('link', { name: 'Maintenance' }));
    const field = await screen.findByLabelText('Message');
    await user.type(field, '!');
    for (const _time of [1, 2]) {
      back();
      await user.click((await question()).getByRole('button', { name: 'Stay' }));
      await noQuestion();
      expect([address(), screen.getByLabelText('Message')]).toEqual([PAGE, field]);
    }
    back();
    await user.click((await question()).getByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(address()).toBe('/operations/dead-letters'));
  });

  it('is asked about before logging out', async () => {
    operations();
    const { user, field } = await opened();
    await user.type(field, '!');
    await user.click(screen.getByRole('button', { name: /user menu/ }));
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    const asked = await question('Before you leave');
    expect(asked.getByText('What you typed is not saved yet. Leave this page?')).toBeVisible();
    await user.click(asked.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/login'));
  });
});

describe('After a session that ended, what was typed', () => {
  async function ended(user: Awaited<ReturnType<typeof opened>>['user']) {
    server.use(http.put('/api/maintenance', () => HttpResponse.json({ message: 'Please sign in.' }, { status: 401 })));
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Your session has ended.')).toBeVisible();
  }
  async function signIn(user: Awaited<ReturnType<typeof opened>>['user'], username: string) {
    await user.type(await screen.findByLabelText('Username or email'), username);
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
  }

  it('is given back to the same person, and does not undo what somebody saved meanwhile', async () => {
    operations();
    const { user, field } = await opened();
    await user.type(field, ' sharp');
    await ended(user);
    operations({ revision: 7, message: 'Monday' });
    const revisions: unknown[] = [];
    const changes = [{ by: 'Omar Haddad', at: '2026-11-01T02:00:00.000Z', fields: [] }];
    server.use(
      http.put('/api/maintenance', async ({ request }) => {
        revisions.push(((await request.json()) as { revision: number }).revision);
        return HttpResponse.json({ message: 'Somebody changed this.', revision: 7, changes }, { status: 409 });
      }),
    );
    await signIn(user, 'ops');
    expect(await screen.findByText(/^The session had ended\. What you typed is still here/)).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveValue('Sunday sharp');
    // The submission that the session's end interrupted was sent again, and was refused as well.
    await waitFor(() => expect(revisions).toEqual([3]));
    await user.click(screen.getByRole('button', { name: 'Change message' }));
    expect(await screen.findByText('Somebody changed this.')).toBeVisible();
    expect(revisions).toEqual([3, 3]);
  });

  it('is saved if its submission was under way, and then not asked about', async () => {
    operations();
    const { user, field } = await opened();
    await user.type(field, ' sharp');
    await ended(user);
    const sent = operations();
    await signIn(user, 'ops');
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(screen.getByLabelText('Message')).toHaveValue('Sunday sharp'));
    await waitFor(() => expect(asksBeforeClosing()).toBe(false));
    expect(screen.queryByText(/^The session had ended\. What you typed/)).toBeNull();
  });

  it('is shown to nobody else', async () => {
    operations();
    const { user, field } = await opened();
    await user.type(field, ' sharp');
    await ended(user);
    operations({ user: other });
    await signIn(user, 'omar');
    await waitFor(() => expect(address()).not.toMatch(/login/));
    window.history.pushState(null, '', PAGE);
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(await screen.findByLabelText('Message')).toHaveValue('Sunday');
    expect(screen.queryByText(/^The session had ended\. What you typed/)).toBeNull();
  });
});
