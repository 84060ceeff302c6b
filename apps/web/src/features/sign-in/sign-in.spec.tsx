import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dana, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';

type User = ReturnType<typeof openAt>['user'];

const answers = (status: number, body: object) =>
  server.use(http.post('/api/authentication', () => HttpResponse.json(body, { status })));

async function signIn(user: User) {
  await user.type(await screen.findByLabelText('Username or email'), 'dana');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

afterEach(() => vi.useRealTimers());

describe('Signing in', () => {
  it('shows the server’s message when the name or password is wrong', async () => {
    answers(401, { message: 'Username or password is not correct' });
    const { user } = openAt('/login');
    await signIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Username or password is not correct');
    expect(screen.queryByLabelText('Verification code')).toBeNull();
  });

  it('repeats the message when they are wrong a second time', async () => {
    answers(401, { message: 'Username or password is not correct' });
    const { user } = openAt('/login');
    await signIn(user);
    await screen.findByRole('alert');
    let answer = () => {};
    server.use(
      http.post('/api/authentication', async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return HttpResponse.json({ message: 'Username or password is not correct' }, { status: 401 });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    // Screen readers announce only a message that was not there before.
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await waitFor(() => {
      answer();
      expect(screen.getByRole('alert')).toHaveTextContent('Username or password is not correct');
    });
  });

  it('shows the message of a planned maintenance above the form', async () => {
    server.use(
      http.get('/actuator/info', () =>
        HttpResponse.json({
          git: { commit: { id: null, time: null } },
          build: { time: null, version: '0.1.0' },
          maintenanceMessage: 'on Sunday from 2:00 am',
        }),
      ),
    );
    openAt('/login');
    expect(await screen.findByText('on Sunday from 2:00 am')).toBeVisible();
    expect(screen.getByLabelText('Username or email')).toBeVisible();
  });

  it.each([500, 502])('speaks of routine maintenance when the server answers %i', async (status) => {
    answers(status, { message: 'internal detail' });
    const { user } = openAt('/login');
    await signIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The server is currently down for routine maintenance, please try again soon',
    );
    expect(screen.queryByText(/internal detail/)).toBeNull();
  });

  it('says only that it cannot log in for any other failure', async () => {
    answers(403, { message: 'internal detail' });
    const { user } = openAt('/login');
    await signIn(user);
    expect((await screen.findByRole('alert')).textContent).toBe('Unable to login');
  });

  it('explains an account that must be activated first', async () => {
    answers(412, { message: 'This account has to be activated before it can be used.' });
    const { user } = openAt('/login');
    await signIn(user);
    expect(await screen.findByText('This account has to be activated before it can be used.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Send an activation link' }));
    expect(await screen.findByRole('heading', { name: 'Activate your account' })).toBeVisible();
    expect(screen.getByLabelText('Username or email')).toHaveValue('dana');
    expect(address()).toBe('/activate');
  });

  it('asks for the e-mailed code only when the server requires one, and sends it', async () => {
    portal({ user: dana });
    const sent: Record<string, string>[] = [];
    server.use(
      http.get('/api/authentication', () => HttpResponse.json({ message: 'Please sign in' }, { status: 401 })),
      http.post('/api/authentication', async ({ request }) => {
        const body = (await request.json()) as Record<string, string>;
        sent.push({ ...body, header: request.headers.get('X-Requested-By') ?? '' });
        if (body['mfaCode'] === '407113') return HttpResponse.json({ user: dana });
        const message = body['mfaCode'] ? 'The verification code is not correct' : 'Please check your e-mail';
        const code = { sentTo: 'd•••a@kestrel.example', worksForMinutes: 10, nextInSeconds: sent.length === 1 ? 1 : 0 };
        return HttpResponse.json({ message, mfaRequired: true, code }, { status: 401 });
      }),
    );
    const { user } = openAt('/login');
    await signIn(user);
    expect(
      await screen.findByText('We sent six digits to d•••a@kestrel.example. They work for 10 minutes.'),
    ).toBeVisible();
    expect(await screen.findByText(/A new code can be sent in 1 second\./)).toBeVisible();
    const code = await screen.findByLabelText('Verification code');
    expect(await screen.findByText('Check your email for an MFA code.')).toBeVisible();
    await waitFor(() => expect(code).toHaveFocus());

    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Verification code is required')).toBeVisible();
    expect(sent).toHaveLength(1);
    // Appears beside the error once the server would send a new code.
    expect(await screen.findByRole('button', { name: 'send a new code' }, { timeout: 5_000 })).toBeVisible();
    expect(await screen.findByText('Verification code is required')).toBeVisible();

    await user.type(code, '111111');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('The verification code is not correct')).toBeVisible();
    expect(screen.getByRole('button', { name: 'send a new code' })).toBeVisible();

    await user.type(code, '407113');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(sent.at(-1)).toEqual({
      username: 'dana',
      password: 'correct horse',
      mfaCode: '407113',
      header: 'superscope',
    });
  });

  it('shows and hides the password', async () => {
    const { user } = openAt('/login');
    const password = await screen.findByLabelText('Password');
    expect(password).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  it('leads to the page that the user wanted', async () => {
    portal({ user: dana });
    server.use(
      http.get('/api/authentication', () => HttpResponse.json({ message: 'Please sign in' }, { status: 401 })),
      http.post('/api/authentication', () => HttpResponse.json({ user: dana })),
    );
    const { user } = openAt('/dashboard?from=mail#news');
    await waitFor(() => expect(address()).toBe('/login?redirect=%2Fdashboard'));
    await signIn(user);
    await waitFor(() => expect(address()).toBe('/dashboard?from=mail#news'));
  });

  it('says once why the staff sign-on failed', async () => {
    document.cookie = `AUTH-ERROR=${encodeURIComponent('Your work account has no access')}; Path=/`;
    const first = openAt('/login');
    expect(await screen.findByText('Your work account has no access')).toBeVisible();
    first.unmount();
    openAt('/login');
    await screen.findByRole('button', { name: 'Staff' });
    expect(screen.queryByText('Your work account has no access')).toBeNull();
  });

  it('sends staff to their sign-on with the page they wanted', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const { user } = openAt('/dashboard?from=mail');
    await user.click(await screen.findByRole('button', { name: 'Staff' }));
    expect(assign).toHaveBeenCalledWith('/api/authentication/staff?redirect=%2Fdashboard%3Ffrom%3Dmail');
    assign.mockRestore();
  });
});

describe('A user who cannot log in', () => {
  const open = async () => {
    const { user } = openAt('/login');
    await user.click(await screen.findByRole('button', { name: "Can't login?" }));
    return user;
  };

  it('sees that an address is invalid, without a request', async () => {
    const user = await open();
    await user.type(screen.getByLabelText('Email'), 'dana');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Invalid email address')).toBeVisible();
  });

  it.each([
    [200, 'Password reset link sent successfully'],
    [400, 'Invalid email address'],
    [429, 'Please wait a minute'],
  ])('hears the outcome of a request that was answered %i', async (status, text) => {
    server.use(
      http.post('/api/authentication/passwordResetLink', () =>
        HttpResponse.json({ message: 'Please wait a minute' }, { status }),
      ),
    );
    const user = await open();
    await user.type(screen.getByLabelText('Email'), 'dana@kestrel.example');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('Password')).toBeVisible();
  });
});

describe('While the server is down', () => {
  it('checks again five times, 15 s apart, then ends the session and checks once more', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let checks = 0;
    let signOuts = 0;
    server.use(
      http.get('/api/authentication', () => {
        checks += 1;
        return HttpResponse.json({ message: 'Back at 2:00 am AEDT' }, { status: 503 });
      }),
      http.post('/api/authentication/logout', () => {
        signOuts += 1;
        return HttpResponse.json({ message: 'down' }, { status: 503 });
      }),
    );
    openAt('/dashboard');
    expect(await screen.findByRole('heading', { name: "We'll be back soon!" })).toBeVisible();
    expect(await screen.findByText('Back at 2:00 am AEDT')).toBeVisible();
    expect(await screen.findByText('Attempt 1 of 5')).toBeVisible();
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await act(() => vi.advanceTimersByTimeAsync(15_000));
      await waitFor(() => expect(checks).toBe(1 + attempt));
      expect(signOuts).toBe(0);
    }
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await waitFor(() => expect(signOuts).toBe(1));
    expect(await screen.findByText('Still not available')).toBeVisible();
    await waitFor(() => expect(checks).toBeGreaterThanOrEqual(6));
  });

  it('does not count down again if the session was ended but the server still fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let checks = 0;
    server.use(
      http.get('/api/authentication', () => {
        checks += 1;
        return HttpResponse.json({ message: 'internal detail' }, { status: 500 });
      }),
      http.post('/api/authentication/logout', () => new HttpResponse(null, { status: 204 })),
    );
    const { user } = openAt('/dashboard');
    await screen.findByText('Attempt 1 of 5');
    for (let second = 0; second < 80; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(await screen.findByText('Still not available')).toBeVisible();
    expect(checks).toBe(6);
    for (let second = 0; second < 80; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(checks).toBe(6);
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('Attempt 1 of 5')).toBeVisible();
    await waitFor(() => expect(checks).toBe(7));
  });

  it('continues to count if the server answers only who is signed in', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    portal({ user: dana });
    let signOuts = 0;
    server.use(
      http.get('/api/plan', () => HttpResponse.json({ message: 'down' }, { status: 503 })),
      http.post('/api/authentication/logout', () => {
        signOuts += 1;
        server.use(http.get('/api/authentication', () => HttpResponse.json({ message: 'No' }, { status: 401 })));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    openAt('/dashboard');
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await screen.findByText(`Attempt ${attempt} of 5`);
      for (let second = 0; second < 15; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
    }
    await waitFor(() => expect(signOuts).toBe(1));
    expect(await screen.findByLabelText('Username or email')).toBeVisible();
  });

  it('opens the sign-in form again once the server answers', async () => {
    server.use(http.get('/api/authentication', () => new HttpResponse(null, { status: 502 }), { once: true }));
    const { user } = openAt('/login');
    await user.click(await screen.findByRole('button', { name: 'Check now' }));
    expect(await screen.findByLabelText('Username or email')).toBeVisible();
  });
});
