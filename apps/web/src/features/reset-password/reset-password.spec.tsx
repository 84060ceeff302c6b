import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const INVALID = 'The password reset link is invalid, please request a new one.';
const STRONG = 'tram-5-Lemon-kite';

describe('Resetting a password', () => {
  it('needs a token', async () => {
    openAt('/reset-password');
    expect(await screen.findByText(INVALID)).toBeVisible();
  });

  it('needs a token that the server accepts', async () => {
    server.use(
      http.get('/api/authentication/validateToken', () => HttpResponse.json({ message: 'No' }, { status: 400 })),
    );
    openAt('/reset-password?token=old');
    expect(await screen.findByText(INVALID)).toBeVisible();
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  it.each([500, 503, 429])('does not call a link invalid if the server answers %i', async (status) => {
    server.use(http.get('/api/authentication/validateToken', () => HttpResponse.json({}, { status })));
    const { user } = openAt('/reset-password?token=abc');
    expect(await screen.findByText('The reset link did not load')).toBeVisible();
    expect(screen.queryByText(INVALID)).toBeNull();
    server.use(http.get('/api/authentication/validateToken', () => HttpResponse.json({})));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('New password')).toBeVisible();
  });

  it('uses the token up to its first comma, and sets a strong password typed twice', async () => {
    const checked: (string | null)[] = [];
    const sent: unknown[] = [];
    server.use(
      http.get('/api/authentication/validateToken', ({ request }) => {
        checked.push(new URL(request.url).searchParams.get('token'));
        return HttpResponse.json({});
      }),
      http.post('/api/authentication/passwordReset', async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1 ? HttpResponse.json({ message: 'No' }, { status: 400 }) : HttpResponse.json({});
      }),
    );
    const { user } = openAt('/reset-password?token=abc,https://mail.example');
    await user.type(await screen.findByLabelText('New password'), STRONG);
    const submit = screen.getByRole('button', { name: 'Set password' });
    expect(submit).toBeDisabled();
    await user.type(screen.getByLabelText('Retype new password'), STRONG);
    await waitFor(() => expect(submit).toBeEnabled());
    await user.click(submit);
    expect(await screen.findByText('Unable to reset password')).toBeVisible();
    await user.click(submit);
    expect(await screen.findByText('Password changed successfully')).toBeVisible();
    expect(checked).toEqual(['abc']);
    expect(sent.at(-1)).toEqual({ password: STRONG, confirmPassword: STRONG, token: 'abc' });
  });

  it('refuses white space and a second password that differs', async () => {
    server.use(http.get('/api/authentication/validateToken', () => HttpResponse.json({})));
    const { user } = openAt('/reset-password?token=abc');
    await user.type(await screen.findByLabelText('New password'), 'tram 5 Lemon kite');
    expect(await screen.findByText('Password can not contain any white space')).toBeVisible();
    await user.type(screen.getByLabelText('Retype new password'), 'tram');
    expect(await screen.findByText("New password doesn't match")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Set password' })).toBeDisabled();
  });

  it('follows the rule that the server names for the link’s owner', async () => {
    const rule = { leastLength: 12, words: ['dana', 'whitlock'] };
    server.use(http.get('/api/authentication/validateToken', () => HttpResponse.json({ valid: true, rule })));
    const { user } = openAt('/reset-password?token=abc');
    const field = await screen.findByLabelText('New password');
    expect(await screen.findByText('At least 12 characters')).toBeVisible();
    await user.type(field, 'DanaWhitlock1984');
    expect(
      await screen.findByText('It builds on your name, the portal’s or the fund’s, which are tried first.'),
    ).toBeVisible();
  });
});
