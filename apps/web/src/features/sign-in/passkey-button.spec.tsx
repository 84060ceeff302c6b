import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authenticators } from '../../portal/session/passkeys';
import { dana, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';

const browser = { startRegistration: vi.fn(), startAuthentication: vi.fn() };

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.spyOn(authenticators, 'load').mockResolvedValue(browser as never);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const response = { clientDataJSON: 'client', authenticatorData: 'data', signature: 'signature', userHandle: 'dana' };
const refused = (status: number, message: string) => () => HttpResponse.json({ message }, { status });

function answering(then: () => Response = () => HttpResponse.json({ user: dana })) {
  const sent: unknown[] = [];
  server.use(
    http.post('/api/authentication/passkey/begin', () => HttpResponse.json({ challenge: 'question' })),
    http.post('/api/authentication/passkey', async ({ request }) => {
      sent.push(await request.json());
      return then();
    }),
  );
  return { sent };
}

describe('signing in with a passkey', () => {
  it('needs only the browser, and neither a name nor a password', async () => {
    const { sent } = answering();
    browser.startAuthentication.mockResolvedValueOnce({ id: 'credential', response });
    const { user } = openAt('/login');
    const button = await screen.findByRole('button', { name: 'Sign in with a passkey' });
    portal({ user: dana });
    await user.click(button);
    await waitFor(() => expect(address()).not.toContain('/login'));
    expect(sent).toEqual([{ id: 'credential', ...response }]);
    expect(browser.startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'question' } });
  });

  it('says that none was used if the user declined, and why the portal refused one', async () => {
    answering(refused(401, 'This passkey was not accepted. Please try again, or sign in by password.'));
    const declined = Object.assign(new Error('declined'), { name: 'NotAllowedError' });
    browser.startAuthentication.mockRejectedValueOnce(declined).mockResolvedValue({ id: 'credential', response });
    const { user } = openAt('/login');
    const button = await screen.findByRole('button', { name: 'Sign in with a passkey' });
    await user.click(button);
    expect(await screen.findByText('No passkey was used.')).toBeVisible();
    await user.click(button);
    expect(await screen.findByText(/^This passkey was not accepted/)).toBeVisible();
    answering(refused(429, 'Too many attempts. Please try again in 4 seconds.'));
    await user.click(button);
    expect(await screen.findByText('Too many attempts. Please try again in 4 seconds.')).toBeVisible();
  });

  it('is not offered if the browser does not support passkeys', async () => {
    vi.unstubAllGlobals();
    openAt('/login');
    await screen.findByRole('button', { name: 'Sign in' });
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });
});
