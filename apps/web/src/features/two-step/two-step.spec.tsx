import type { OwnSecondFactor } from '@superscope/contracts/second-factor';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

function account(begins: OwnSecondFactor) {
  let own = begins;
  portal({ user: dana });
  const refusal = (message: string) => HttpResponse.json({ message }, { status: 400 });
  const whole = async (request: Request) => (await request.json()) as { code?: string; password?: string };
  server.use(
    http.get('/api/authentication/secondFactor', () => HttpResponse.json(own)),
    http.post('/api/authentication/authenticator/begin', async ({ request }) =>
      (await whole(request)).password === 'right'
        ? HttpResponse.json({ secret: 'ABCDEFGH', address: 'otpauth://totp/x?secret=ABCDEFGH', worksForMinutes: 10 })
        : refusal('The password is not correct'),
    ),
    http.post('/api/authentication/authenticator/:what', async ({ request, params }) => {
      if ((await whole(request)).code !== '123456') return refusal('The verification code is not correct');
      own = { ...own, app: params['what'] === 'confirm', asked: params['what'] === 'confirm' };
      return HttpResponse.json({ stream: 'user-1', revision: '1', position: '1/1' });
    }),
  );
}
const plain: OwnSecondFactor = { app: false, asked: false, required: false, hasPassword: true, mayHavePasskeys: false };

describe('the second step at sign-in', () => {
  it('is set up with the password, the QR code or its key, and a code', async () => {
    account(plain);
    const { user } = openAt('/two-step');
    await user.click(await screen.findByRole('button', { name: 'Set up an app' }));
    await screen.findByText('Enter your password');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Set up an app' }));
    await screen.findByText('The password is not correct');
    await user.clear(screen.getByLabelText('Password'));
    await user.type(screen.getByLabelText('Password'), 'right');
    await user.click(screen.getByRole('button', { name: 'Set up an app' }));
    expect(await screen.findByText('ABCD EFGH')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Picture for the authenticator app' })).toBeVisible();
    await user.type(screen.getByLabelText('Verification code'), '999999');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('The verification code is not correct');
    await user.clear(screen.getByLabelText('Verification code'));
    await user.type(screen.getByLabelText('Verification code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('The app is set up. Your next sign-in asks for its code.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Remove the app' })).toBeVisible();
  });

  it('is removed with a last code', async () => {
    account({ ...plain, app: true, asked: true });
    const { user } = openAt('/two-step');
    await user.type(await screen.findByLabelText('Verification code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Remove the app' }));
    expect(await screen.findByText('The app is not asked for any more.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Set up an app' })).toBeVisible();
  });

  it('says if the role requires one, and that a work account has its own', async () => {
    account({ ...plain, required: true, asked: true, hasPassword: false });
    openAt('/two-step');
    expect(await screen.findByText('Your role needs a second step at every sign-in.')).toBeVisible();
    expect(
      await screen.findByText('You sign in with your work account, which has a second step of its own.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Set up an app' })).toBeNull();
  });

  it('opens from the user menu', async () => {
    account(plain);
    const { user } = openAt('/dashboard');
    await user.click(await screen.findByRole('button', { name: /Dana Whitlock/ }));
    await user.click(await screen.findByRole('link', { name: 'Two-step sign-in' }));
    expect(await screen.findByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  });
});
