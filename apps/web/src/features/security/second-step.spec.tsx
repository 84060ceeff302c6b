import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../test/fake-event-source';
import { openAt } from '../../test/render-app';
import { accounts, row, user } from './security.fixtures';

beforeEach(() => FakeEventSource.install());
afterEach(() => vi.unstubAllGlobals());

describe('the second step at sign-in', () => {
  it('is required of the roles that an Admin chooses', async () => {
    const { sent } = accounts([]);
    const { user: typist } = openAt('/staff/security');
    const save = await screen.findByRole('button', { name: 'Save the rule' });
    expect(screen.getByRole('checkbox', { name: 'Admin' })).toBeChecked();
    expect(save).toBeDisabled();
    await typist.click(screen.getByRole('checkbox', { name: 'Staff' }));
    await typist.click(save);
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ roles: ['Staff', 'Admin'] }]));
  });

  it('by a lost app is removed after a confirmation', async () => {
    const { sent } = accounts([user('helen', { secondFactor: 'app' })]);
    const { user: typist } = openAt('/staff/security');
    await typist.click((await row(/^helen/)).getByRole('button', { name: 'Take away the app of helen' }));
    await typist.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take away' }));
    await screen.findByText('Taken away.');
    expect(sent).toEqual([{ method: 'DELETE', path: 'id-helen', body: null }]);
  });

  it('by passkeys is shown with their number, and removed with the app', async () => {
    accounts([user('helen', { secondFactor: 'app', passkeys: 2 }), user('omar', { passkeys: 1 })]);
    openAt('/staff/security');
    const helen = await row(/^helen/);
    await helen.findByText(/App at sign-in · 2 passkeys/);
    await helen.findByRole('button', { name: 'Take away the app and the passkeys of helen' });
    (await row(/^omar/)).getByRole('button', { name: 'Take away the passkeys of omar' });
  });
});
