import type { OwnPasskeys } from '@superscope/contracts/passkeys';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authenticators } from '../../portal/session/passkeys';
import { dana, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const browser = { startRegistration: vi.fn(), startAuthentication: vi.fn() };

const notAllowed = () => Promise.reject(Object.assign(new Error('The person declined'), { name: 'NotAllowedError' }));
const laptop = { passkeyId: 'a', name: 'Laptop', addedAt: '2026-03-01T01:00:00.000Z', lastUsedAt: null };

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.spyOn(authenticators, 'load').mockResolvedValue(browser as never);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

/** An account of the fund with these passkeys. */
function account(own: OwnPasskeys = []) {
  const sent: unknown[] = [];
  portal({ user: dana });
  server.use(
    http.get('/api/authentication/secondFactor', () =>
      HttpResponse.json({ app: false, asked: false, required: false, hasPassword: true, mayHavePasskeys: true }),
    ),
    http.get('/api/authentication/passkeys', () => HttpResponse.json(own)),
    http.post('/api/authentication/passkeys/begin', async ({ request }) =>
      ((await request.json()) as { password: string }).password === 'right'
        ? HttpResponse.json({ challenge: 'question' })
        : HttpResponse.json({ message: 'The password is not correct' }, { status: 400 }),
    ),
    http.post('/api/authentication/passkeys', async ({ request }) => {
      const body = (await request.json()) as { name: string };
      sent.push(body);
      own = [...own, { ...laptop, passkeyId: 'b', name: body.name }];
      return HttpResponse.json({ stream: 'user-1', revision: '1', position: '1/1' });
    }),
    http.delete('/api/authentication/passkeys/:id', ({ params }) => {
      own = own.filter(({ passkeyId }) => passkeyId !== params['id']);
      return HttpResponse.json({ stream: 'user-1', revision: '2', position: '2/2' });
    }),
  );
  return { sent };
}

describe('passkeys', () => {
  it('are added with a name, the password and the browser’s dialog', async () => {
    const { sent } = account();
    browser.startRegistration.mockImplementationOnce(notAllowed).mockResolvedValueOnce({
      id: 'credential',
      response: { clientDataJSON: 'client', attestationObject: 'object', transports: ['internal'] },
    });
    const { user } = openAt('/two-step');
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }));
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await dialog.findByText('Name is required');
    await dialog.findByText('Enter your password');
    await user.type(dialog.getByLabelText('Name'), 'Phone');
    await user.type(dialog.getByLabelText('Password'), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await dialog.findByText('The password is not correct');
    await user.clear(dialog.getByLabelText('Password'));
    await user.type(dialog.getByLabelText('Password'), 'right');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await dialog.findByText('No passkey was made. Please try again.');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Phone is added. The sign-in screen takes it from now on.')).toBeVisible();
    expect(sent).toEqual([
      {
        name: 'Phone',
        id: 'credential',
        clientDataJSON: 'client',
        attestationObject: 'object',
        transports: ['internal'],
      },
    ]);
    expect(browser.startRegistration).toHaveBeenCalledWith({ optionsJSON: { challenge: 'question' } });
    expect(await screen.findByRole('button', { name: 'Remove Phone' })).toBeVisible();
  });

  it('are listed with their last use, and removed after a confirmation', async () => {
    account([laptop, { ...laptop, passkeyId: 'b', name: 'Key', lastUsedAt: '2026-03-02T01:00:00.000Z' }]);
    const { user } = openAt('/two-step');
    const table = within(await screen.findByRole('region', { name: 'Passkeys: table' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'NameAddedLast usedActions',
      expect.stringMatching(/^Laptop.*Not yetRemove$/),
      expect.stringMatching(/^Key.*2026.*2026.*Remove$/),
    ]);
    await user.click(table.getByRole('button', { name: 'Remove Laptop' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Laptop does not sign you in any more.')).toBeVisible();
    await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Remove Laptop' })).toEqual([]));
  });

  it('are described as unsupported if the browser has none', async () => {
    vi.unstubAllGlobals();
    account();
    openAt('/two-step');
    expect(await screen.findByText('This browser cannot use passkeys.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });
});
