import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';

const STRONG = 'tram-5-Lemon-kite';
const askForLink = () => screen.findByRole('button', { name: 'Send activation link' });

describe('Activating an account', () => {
  it('sends a link to the named user, and says what to look for', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/authentication/activationLink', async ({ request }) => {
        sent.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = openAt('/activate');
    await user.click(await askForLink());
    expect(await screen.findByText('Enter your username or email')).toBeVisible();
    await user.type(screen.getByLabelText('Username or email'), ' dana ');
    await user.click(await askForLink());
    expect(await screen.findByText('Activation link sent.')).toBeVisible();
    expect(sent).toEqual([{ username: 'dana' }]);
  });

  it('says why no link was sent', async () => {
    const message = 'Too many attempts. Please try again in 40 seconds.';
    server.use(http.post('/api/authentication/activationLink', () => HttpResponse.json({ message }, { status: 429 })));
    const { user } = openAt('/activate');
    await user.type(await screen.findByLabelText('Username or email'), 'dana');
    await user.click(await askForLink());
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  });

  it('by the link sets the first password, and leads to sign-in', async () => {
    const sent: unknown[] = [];
    server.use(
      http.get('/api/authentication/validateToken', () => HttpResponse.json({ valid: true })),
      http.post('/api/authentication/passwordReset', async ({ request }) => {
        sent.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = openAt('/activate?token=abc');
    await user.type(await screen.findByLabelText('New password'), STRONG);
    await user.type(screen.getByLabelText('Retype new password'), STRONG);
    const submit = screen.getByRole('button', { name: 'Set password' });
    await waitFor(() => expect(submit).toBeEnabled());
    await user.click(submit);
    expect(await screen.findByText('Your account is active. You can sign in now.')).toBeVisible();
    expect(sent).toEqual([{ password: STRONG, confirmPassword: STRONG, token: 'abc' }]);
    await user.click(screen.getByRole('link', { name: 'Back to sign in' }));
    await waitFor(() => expect(address()).toBe('/login'));
  });

  it('offers a new link if the old one is no longer valid', async () => {
    server.use(
      http.get('/api/authentication/validateToken', () => HttpResponse.json({ message: 'No' }, { status: 400 })),
    );
    openAt('/activate?token=old');
    expect(await screen.findByText('The activation link is invalid, please request a new one.')).toBeVisible();
    expect(await askForLink()).toBeVisible();
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});
