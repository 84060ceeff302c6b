import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Provider } from 'react-redux';
import { describe, expect, it } from 'vitest';
import { server } from '../../test/server';
import { createStore } from '../store';
import { ChangePasswordForm } from './change-password.form';

const STRONG = 'tram-5-Lemon-kite';

function openForm() {
  const user = userEvent.setup({ delay: null });
  render(
    <Provider store={createStore()}>
      <ChangePasswordForm />
    </Provider>,
  );
  const form = within(screen.getByRole('form', { name: 'Change password' }));
  const fill = async (old: string, fresh: string, again: string) => {
    for (const [label, text] of Object.entries({
      'Old password': old,
      'New password': fresh,
      'Retype new password': again,
    })) {
      await user.clear(form.getByLabelText(label));
      if (text) await user.type(form.getByLabelText(label), text);
    }
  };
  return { user, form, fill, change: form.getByRole('button', { name: 'Change' }) };
}

describe('Changing the password', () => {
  it('waits for a new password that is strong enough and typed twice alike', async () => {
    const { form, fill, change } = openForm();
    expect(change).toBeDisabled();
    await fill('old', 'password', 'password');
    await waitFor(() => expect(form.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Very weak'));
    expect(change).toBeDisabled();
    await fill('old', STRONG, 'tram');
    expect(await form.findByText("New password doesn't match")).toBeVisible();
    expect(change).toBeDisabled();
    await fill('old', STRONG, STRONG);
    await waitFor(() => expect(change).toBeEnabled());
  });

  it('calls no password secure that is shorter than ten characters', async () => {
    const { form, fill, change } = openForm();
    await fill('old', 'q7#Vz!t2K', 'q7#Vz!t2K');
    await waitFor(() => expect(form.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Fair'));
    expect(change).toBeDisabled();
  });

  it('follows the user’s own rule: its length, and words that are tried first', async () => {
    const rule = { leastLength: 12, words: ['superscope', 'tallowood'] };
    server.use(http.get('/api/authentication/passwordRule', () => HttpResponse.json(rule)));
    const { form, fill, change } = openForm();
    expect(await form.findByText('At least 12 characters')).toBeVisible();
    await fill('old', 'q7#Vz!t2K9b', 'q7#Vz!t2K9b');
    await waitFor(() => expect(form.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Fair'));
    expect(await form.findByText('At least 12 characters')).toBeVisible();
    await fill('old', 'T4llowood-2026!', 'T4llowood-2026!');
    expect(
      await form.findByText('It builds on your name, the portal’s or the fund’s, which are tried first.'),
    ).toBeVisible();
    expect(change).toBeDisabled();
    await fill('old', STRONG, STRONG);
    await waitFor(() => expect(change).toBeEnabled());
  });

  it('lets the api decide if the rule does not load', async () => {
    server.use(http.get('/api/authentication/passwordRule', () => HttpResponse.json({}, { status: 500 })));
    const { fill, change } = openForm();
    await fill('old', STRONG, STRONG);
    await waitFor(() => expect(change).toBeEnabled());
  });

  it('refuses white space', async () => {
    const { form, fill } = openForm();
    await fill('old', 'tram 5 Lemon kite', '');
    expect(await form.findByText('Password can not contain any whit space')).toBeVisible();
  });

  it('requires the old password too', async () => {
    const { user, form, fill, change } = openForm();
    await fill('', STRONG, STRONG);
    await waitFor(() => expect(change).toBeEnabled());
    await user.click(change);
    expect(await form.findByText('All fields must be completed')).toBeVisible();
  });

  it.each([
    [200, {}, 'Password changed successfully'],
    [400, { message: 'detail' }, 'Unable to change password'],
    [429, { message: 'Please wait a minute' }, 'Please wait a minute'],
  ])('says how a change that was answered %i went', async (status, body, text) => {
    server.use(http.post('/api/authentication/passwordUpdate', () => HttpResponse.json(body, { status })));
    const { user, form, fill, change } = openForm();
    await fill('old', STRONG, STRONG);
    await waitFor(() => expect(change).toBeEnabled());
    await user.click(change);
    expect(await form.findByText(text)).toBeVisible();
  });

  it('repeats the message when it fails a second time', async () => {
    const fails = () => HttpResponse.json({}, { status: 400 });
    server.use(http.post('/api/authentication/passwordUpdate', fails));
    const { user, form, fill, change } = openForm();
    await fill('old', STRONG, STRONG);
    await waitFor(() => expect(change).toBeEnabled());
    await user.click(change);
    await form.findByText('Unable to change password');
    let answer = () => {};
    server.use(
      http.post('/api/authentication/passwordUpdate', async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return fails();
      }),
    );
    await waitFor(() => expect(change).toBeEnabled());
    await user.click(change);
    // Screen readers announce only a message that was not there before.
    await waitFor(() => expect(form.queryByRole('alert')).toBeNull());
    await waitFor(() => {
      answer();
      expect(form.getByRole('alert')).toHaveTextContent('Unable to change password');
    });
  });

  it('shows a failure of the server with its reference in the log', async () => {
    let sent: string | null = null;
    server.use(
      http.post('/api/authentication/passwordUpdate', ({ request }) => {
        sent = request.headers.get('X-Correlation-Id');
        return HttpResponse.json(
          { message: 'Something went wrong.' },
          { status: 500, headers: { 'X-Correlation-Id': sent! } },
        );
      }),
    );
    const { user, form, fill, change } = openForm();
    await fill('old', STRONG, STRONG);
    await waitFor(() => expect(change).toBeEnabled());
    await user.click(change);
    expect(await form.findByText('Something went wrong.')).toBeVisible();
    expect(sent).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(await form.findByText(sent!)).toBeVisible();
  });
});
