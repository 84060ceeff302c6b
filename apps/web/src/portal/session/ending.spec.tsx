import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, helen, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';

const MAYBE = /You may still be signed in/;
const UNCHANGED = /Your password was not changed/;
const STRONG = 'tram-5-Lemon-kite';
type User = ReturnType<typeof openAt>['user'];

const logoutAnswers = (status: number) =>
  server.use(http.post('/api/authentication/logout', () => HttpResponse.json({}, { status })));

async function logOut(user: User) {
  await user.click(await screen.findByRole('button', { name: /user menu/ }));
  await user.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(address()).toBe('/login'));
}

async function signIn(user: User, name: string) {
  await user.type(await screen.findByLabelText('Username or email'), name);
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('Logging out', () => {
  it('says if the server did not confirm it, and tries again', async () => {
    portal({ user: dana });
    logoutAnswers(500);
    const { user } = openAt('/dashboard');
    await logOut(user);
    expect(await screen.findByText(MAYBE)).toBeVisible();
    logoutAnswers(204);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(MAYBE)).toBeNull());
    expect(screen.getByLabelText('Password')).toBeVisible();
  });

  it.each([204, 401])('says nothing if the server answers %i, because the session is over', async (status) => {
    portal({ user: dana });
    logoutAnswers(status);
    const { user } = openAt('/dashboard');
    await logOut(user);
    expect(await screen.findByLabelText('Password')).toBeVisible();
    expect(screen.queryByText(MAYBE)).toBeNull();
  });

  it('leads away from the figures even if the server never answers', async () => {
    portal({ user: dana });
    server.use(http.post('/api/authentication/logout', () => new Promise<never>(() => undefined)));
    const { user } = openAt('/dashboard');
    await user.click(await screen.findByRole('button', { name: /user menu/ }));
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('button', { name: 'Logging out…' })).toBeDisabled();
    await waitFor(() => expect(address()).toBe('/login'), { timeout: 20_000 });
    expect(await screen.findByText(MAYBE)).toBeVisible();
  });

  it('while the server is down does not sign in again once it answers', async () => {
    portal({ user: dana });
    logoutAnswers(503);
    const { user } = openAt('/dashboard');
    await logOut(user);
    expect(await screen.findByRole('heading', { name: "We'll be back soon!" })).toBeVisible();
    expect(await screen.findByText(MAYBE)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByLabelText('Password')).toBeVisible();
    expect(await screen.findByText(MAYBE)).toBeVisible();
    expect(address()).toBe('/login');
  });
});

describe('A new password that is sent after the session has ended', () => {
  /** Dana sends a new password too late. Counts the requests to the server. */
  async function changeTooLate(next = dana) {
    portal({ user: dana });
    const opened = openAt('/dashboard');
    const { user } = opened;
    let sent = 0;
    server.use(
      http.post('/api/authentication/passwordUpdate', () => {
        sent += 1;
        return HttpResponse.json({ message: 'Please sign in' }, { status: 401 });
      }),
      http.post('/api/authentication', () => {
        portal({ user: next });
        return HttpResponse.json({ user: next });
      }),
    );
    await user.click(await screen.findByRole('button', { name: /user menu/ }));
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const form = within(await screen.findByRole('form', { name: 'Change password' }));
    await user.type(form.getByLabelText('Old password'), 'correct horse');
    await user.type(form.getByLabelText('New password'), STRONG);
    await user.type(form.getByLabelText('Retype new password'), STRONG);
    await waitFor(() => expect(form.getByRole('button', { name: 'Change' })).toBeEnabled());
    await user.click(form.getByRole('button', { name: 'Change' }));
    await waitFor(() => expect(address()).toBe('/login?redirect=%2Fdashboard'));
    return { ...opened, sent: () => sent };
  }

  it('is not sent again after signing in, with a message before and after', async () => {
    const { user, sent } = await changeTooLate();
    expect(await screen.findByText(UNCHANGED)).toBeVisible();
    await signIn(user, 'dana');
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(await screen.findByText(UNCHANGED)).toBeVisible();
    expect(sent()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Close message' }));
    expect(screen.queryByText(UNCHANGED)).toBeNull();
  });

  it('is not mentioned to another user who signs in', async () => {
    const { user } = await changeTooLate(helen);
    await signIn(user, 'helen');
    expect(await screen.findByText('Please select a plan')).toBeVisible();
    expect(screen.queryByText(UNCHANGED)).toBeNull();
  });
});
