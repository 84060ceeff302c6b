import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { baseApi } from '../../portal/api/base.api';
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
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ roles: ['Staff', 'Admin'], revision: 3 }]));
  });

  it('keeps what an Admin ticked when another one saves the rule, and shows theirs instead of overwriting it', async () => {
    const { sent, rule, refuse } = accounts([]);
    const message = 'Somebody changed this after you read it. Yours was not saved.';
    const fields = [{ field: 'Roles', was: 'Admin', is: 'Admin, DevOps' }];
    refuse({ message, revision: 4, changes: [{ by: null, at: '2026-11-01T02:00:00.000Z', fields }] });
    const { user: typist, store } = openAt('/staff/security');
    await typist.click(await screen.findByRole('checkbox', { name: 'Staff' }));
    Object.assign(rule, { roles: ['Admin', 'DevOps'], revision: 4 });
    act(() => void store.dispatch(baseApi.util.invalidateTags(['SecondFactorRule' as never])));
    await typist.click(screen.getByRole('button', { name: 'Save the rule' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText('Roles: “Admin” became “Admin, Developer operations”')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Staff' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Developer operations' })).not.toBeChecked();
    refuse(null);
    await typist.click(screen.getByRole('button', { name: 'Save the rule' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ body }) => (body as { revision: number }).revision)).toEqual([3, 4]);
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
