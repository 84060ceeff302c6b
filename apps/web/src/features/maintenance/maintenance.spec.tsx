import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { baseApi } from '../../portal/api/base.api';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { typeDate } from '../../test/type-date';
import { withRights } from '../../test/with-rights';

type Notice = { message: string; from: string; to: string; shown: boolean } | null;

/** The server with a user of developer operations signed in. Returns the requests that it received. */
function operations(notice: Notice = null) {
  const told: unknown[] = [];
  let announced = notice;
  server.use(
    http.get('/api/authentication', () =>
      HttpResponse.json({ user: withRights({ username: 'ops', name: 'Ola Ops', role: 'DevOps', planId: null }) }),
    ),
    http.get('/api/maintenance', () => HttpResponse.json({ notice: announced, revision: told.length - 1 })),
    http.put('/api/maintenance', async ({ request }) => {
      const body = (await request.json()) as { message: string };
      told.push(body);
      announced = { ...sunday, message: body.message };
      return HttpResponse.json({ stream: 'maintenance', revision: '0', position: '0' });
    }),
    http.delete('/api/maintenance', () => {
      told.push('withdrawn');
      announced = null;
      return HttpResponse.json({ stream: 'maintenance', revision: '1', position: '1' });
    }),
  );
  return told;
}
const sunday = {
  message: 'Sunday from 2:00 am',
  // Midnight and 2 am in Sydney, in summer.
  from: '2026-11-21T13:00:00.000Z',
  to: '2026-11-21T15:00:00.000Z',
  shown: false,
};

beforeEach(() => {
  // A date field collapses the selection when it changes, which happy-dom reports as another change, endlessly.
  vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

describe('The maintenance message', () => {
  it('is announced from one time to another, in Sydney’s time', async () => {
    const told = operations();
    const { user } = openAt('/operations/maintenance');
    expect(await screen.findByText('Nothing is announced')).toBeVisible();
    await user.type(screen.getByLabelText('Message'), 'Sunday from 2:00 am');
    await user.click(screen.getByRole('button', { name: 'Announce' }));
    const announced = within(await screen.findByRole('region', { name: 'Announced' }));
    expect(await announced.findByText('22/11/2026 00:00 to 22/11/2026 02:00, Sydney time')).toBeVisible();
    expect(await announced.findByText('Nobody sees it yet.')).toBeVisible();
    const field = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/) as string;
    expect(told).toEqual([{ message: 'Sunday from 2:00 am', from: field, to: field, revision: -1 }]);
  });

  it('takes its times as day, month and year in any language of the browser', async () => {
    const told = operations(sunday);
    const { user } = openAt('/operations/maintenance');
    expect(await screen.findByRole('textbox', { name: 'Shown from' })).toHaveValue('22/11/2026 00:00');
    await typeDate(user, 'Shown from', '22/11/2026 01:00');
    await user.click(screen.getByRole('button', { name: 'Change message' }));
    await waitFor(() =>
      expect(told).toEqual([
        { message: sunday.message, from: '2026-11-22T01:00', to: '2026-11-22T02:00', revision: -1 },
      ]),
    );
  });

  it('keeps what is typed when somebody else announces another one, which a save does not replace unseen', async () => {
    operations(sunday);
    const { user, store } = openAt('/operations/maintenance');
    await user.type(await screen.findByLabelText('Message'), ' sharp');
    const message = 'Somebody changed this after you read it. Yours was not saved.';
    const fields = [{ field: 'Message', was: sunday.message, is: 'Monday from 3:00 am' }];
    const changes = [{ by: 'Omar Haddad', at: '2026-11-01T02:00:00.000Z', fields }];
    const sent: unknown[] = [];
    server.use(
      http.get('/api/maintenance', () =>
        HttpResponse.json({ notice: { ...sunday, message: 'Monday from 3:00 am' }, revision: 7 }),
      ),
      http.put('/api/maintenance', async ({ request }) => {
        sent.push(((await request.json()) as { revision: number }).revision);
        return HttpResponse.json({ message, revision: 7, changes }, { status: 409 });
      }),
    );
    act(() => void store.dispatch(baseApi.util.invalidateTags(['Maintenance' as never])));
    expect(
      await within(screen.getByRole('region', { name: 'Announced' })).findByText('Monday from 3:00 am'),
    ).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveValue('Sunday from 2:00 am sharp');
    await user.click(screen.getByRole('button', { name: 'Change message' }));
    expect(await screen.findByText('Message: “Sunday from 2:00 am” became “Monday from 3:00 am”')).toBeVisible();
    expect(screen.getByText('What you entered is still here. Change message again puts it over theirs.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change message' }));
    await waitFor(() => expect(sent).toEqual([-1, 7]));
  });

  it('shows another one that somebody else announces while nothing is typed', async () => {
    operations(sunday);
    const { store } = openAt('/operations/maintenance');
    await screen.findByLabelText('Message');
    server.use(
      http.get('/api/maintenance', () =>
        HttpResponse.json({ notice: { ...sunday, message: 'Monday from 3:00 am' }, revision: 7 }),
      ),
    );
    act(() => void store.dispatch(baseApi.util.invalidateTags(['Maintenance' as never])));
    await waitFor(() => expect(screen.getByLabelText('Message')).toHaveValue('Monday from 3:00 am'));
  });

  it('is refused without text, and with an end before its beginning', async () => {
    const told = operations(sunday);
    const { user } = openAt('/operations/maintenance');
    await user.clear(await screen.findByLabelText('Message'));
    await typeDate(user, 'Shown until', '21/11/2026 02:00');
    await user.click(screen.getByRole('button', { name: 'Change message' }));
    expect(await screen.findByText('All fields must be completed')).toBeVisible();
    expect(await screen.findByText('The message must end after it begins.')).toBeVisible();
    expect(told).toEqual([]);
  });

  it('says why the server refused it', async () => {
    operations(sunday);
    server.use(
      http.put('/api/maintenance', () => HttpResponse.json({ message: 'This time is over already.' }, { status: 400 })),
    );
    const { user } = openAt('/operations/maintenance');
    await user.click(await screen.findByRole('button', { name: 'Change message' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This time is over already.');
  });

  it('is removed', async () => {
    const told = operations({ ...sunday, shown: true });
    const { user } = openAt('/operations/maintenance');
    expect(await screen.findByText('Everybody sees it now.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Take the message away' }));
    expect(await screen.findByText('Nothing is announced')).toBeVisible();
    await waitFor(() => expect(told).toEqual(['withdrawn']));
  });
});
