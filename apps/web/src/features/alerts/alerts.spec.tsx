import { alertsPath, type Alert, type AlertAddressInfo, type AlertList } from '@superscope/contracts/alerts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { typeDate } from '../../test/type-date';
import { withRights } from '../../test/with-rights';
import { alerts } from './alerts.feature';

const admin = withRights({ username: 'mei', name: 'Mei Tran', role: 'Admin', planId: null });
const devops = withRights({ username: 'devops', name: 'Priya Nair', role: 'DevOps', planId: null });

const late: Alert = {
  check: 'FileLate',
  title: 'File late',
  state: 'fires',
  said: 'a file is late',
  parts: [{ label: 'table fees', description: 'expected monthly by the 5th' }],
  since: '2020-07-05T02:00:00.000Z',
  told: { delivered: 2, of: 3, at: '2020-07-05T02:01:00.000Z' },
  againAt: '2020-07-16T02:01:00.000Z',
  inHand: null,
  muted: null,
  page: { name: 'OneCentral imports', path: '/staff/onecentralImports', right: 'onecentral-imports.manage' },
};
const by = { by: 'Jonas Lindqvist', at: '2020-07-15T02:00:00.000Z' };
const support: AlertAddressInfo = {
  addressId: 'a1',
  form: 'mail',
  name: 'Support',
  where: 'support@fund.example',
  last: { state: 'delivered', at: '2020-07-15T02:00:00.000Z', answer: 'accepted', tries: 1, nextAt: null },
};
const hook: AlertAddressInfo = {
  addressId: 'a2',
  form: 'json',
  name: 'Night watch',
  where: 'https://ops.fund.example/…',
  last: {
    state: 'due',
    at: '2020-07-15T02:00:00.000Z',
    answer: '503',
    tries: 2,
    nextAt: '2020-07-15T02:05:00.000Z',
  },
};
const quiet: AlertList = {
  lookedAt: new Date().toISOString(),
  alerts: [],
  quiet: [{ title: 'Dead letters', looksAt: 'every event could be applied' }],
  addresses: [],
  told: [],
  sendsMail: true,
};

/** An installation with these alerts and addresses. What it was asked to change is collected. */
function installation(more: Partial<AlertList> = {}, user = admin) {
  const asked: [call: string, body: unknown][] = [];
  let list: AlertList = { ...quiet, ...more };
  const firing = () =>
    list.alerts.flatMap(({ title, state, inHand, muted }) =>
      state === 'fires' ? [{ title, quietedBy: muted ? 'mute' : inHand ? 'hand' : null }] : [],
    );
  const note = async (request: Request) => {
    const text = await request.text();
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api/alerts/', '')}`;
    asked.push([call, text === '' ? null : JSON.parse(text)]);
  };
  const written = { stream: 'alerts', revision: '1', position: '1/1' };
  const added = { ...written, addressId: 'a9', key: 'a-key-told-once' };
  server.use(
    http.get('/api/authentication', () => HttpResponse.json({ user })),
    http.get('/api/alerts', () => HttpResponse.json(list)),
    http.get('/api/alerts/count', () =>
      HttpResponse.json({
        lookedAt: list.lookedAt,
        open: firing().filter(({ quietedBy }) => quietedBy === null).length,
        firing: firing(),
      }),
    ),
    http.post('/api/alerts/test', async ({ request }) => {
      await note(request);
      const sent = 'POST\nX-Superscope-Signature: sha256=5e1c0f2a…\n{"kind":"test"}';
      const results = [
        { addressId: 'a1', name: 'Support', isDelivered: true, answer: 'accepted', ms: 812, sent: null },
        { addressId: 'a2', name: 'Night watch', isDelivered: false, answer: '503', ms: 300, sent },
      ];
      return HttpResponse.json({ at: '2020-07-15T02:00:00.000Z', results });
    }),
    http.post('/api/alerts/addresses', async ({ request }) => {
      await note(request);
      return HttpResponse.json(added, { status: 201 });
    }),
    http.post('/api/alerts/addresses/:addressId/key', async ({ request }) => {
      await note(request);
      return HttpResponse.json(added);
    }),
    http.delete('/api/alerts/addresses/:addressId', async ({ request }) => {
      await note(request);
      return HttpResponse.json(written);
    }),
    http.post('/api/alerts/:check/:how', async ({ request }) => {
      await note(request);
      return HttpResponse.json(written);
    }),
  );
  const becomes = (changed: Partial<AlertList>) => {
    list = { ...list, ...changed };
  };
  return { asked, becomes };
}

const open = (place = '') => openAt(`${alertsPath}${place}`);
const dialog = async () => within(await screen.findByRole('dialog'));
const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));

beforeEach(() => {
  // happy-dom has no layout.
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});
afterEach(() => void vi.restoreAllMocks());

describe('Alerts', () => {
  it('stand where messages lead to', () => {
    expect(alerts.pages[0].path).toBe(alertsPath);
  });

  it('say what fires, since when, who heard of it and what to do, and lead to its page whoever may open that', async () => {
    installation({ alerts: [late], addresses: [support, hook] });
    open();
    const row = await rowOf(/File late/);
    for (const text of ['A file is late', 'table fees', '05/07/2020 12:00', '2 of 3 addresses', 'nobody yet'])
      expect(row.getByText(text)).toBeVisible();
    expect(row.getByText(/next 16\/07\/2020 12:01/)).toBeVisible();
    expect(row.getByRole('link', { name: 'Open OneCentral imports' })).toBeVisible();
    expect(row.getByText(/^A table of OneCentral has not come/)).toBeInTheDocument();
    expect(screen.getByText('1 fires')).toBeVisible();
    expect(screen.getByText('every event could be applied', { exact: false })).toBeInTheDocument();
  });

  it('lead nobody to a page that refuses them', async () => {
    installation({ alerts: [late] }, devops);
    open();
    await rowOf(/File late/);
    expect(screen.queryByRole('link', { name: /OneCentral/ })).toBeNull();
  });

  it('are opened at the one that a message names, with what to do', async () => {
    installation({ alerts: [{ ...late, check: 'DeadLetters', title: 'Dead letters' }, late] });
    open('#alert-file-late');
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'alert-file-late'));
    const [other, named] = [...document.querySelectorAll('details')].filter(({ textContent }) =>
      textContent.startsWith('What to do'),
    );
    expect([other!.open, named!.open]).toEqual([false, true]);
  });

  it('that a message names and that ended are said to fire no more', async () => {
    installation();
    open('#alert-dead-letters');
    expect(await screen.findByText(/fires no more: every event could be applied/)).toBeVisible();
    expect(screen.getByText('Nothing fires')).toBeVisible();
  });

  it('are taken in hand with a sentence, and given back', async () => {
    const { asked, becomes } = installation({ alerts: [late] }, devops);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Acknowledge: File late' }));
    await user.click((await dialog()).getByRole('button', { name: 'Acknowledge' }));
    expect(await screen.findByText('Say why in a sentence.')).toBeVisible();
    await user.type((await dialog()).getByLabelText('What you do about it'), 'Sender promises it for Friday');
    becomes({ alerts: [{ ...late, inHand: { ...by, reason: 'Sender promises it for Friday' } }] });
    await user.click((await dialog()).getByRole('button', { name: 'Acknowledge' }));
    expect((await screen.findByText('You have File late in hand.')).closest('[role=status]')).toBeVisible();
    expect(await screen.findByText('‘Sender promises it for Friday’')).toBeVisible();
    becomes({ alerts: [late] });
    await user.click(await screen.findByRole('button', { name: 'Give back: File late' }));
    expect(await screen.findByText('Nobody has File late in hand now.')).toBeVisible();
    expect(asked).toEqual([
      ['POST FileLate/acknowledge', { reason: 'Sender promises it for Friday' }],
      ['POST FileLate/give-back', null],
    ]);
  });

  it('are muted with a reason until a time within a week, and told again', async () => {
    // A date field collapses the selection when it changes, which happy-dom reports as another change, endlessly.
    vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined);
    const { asked, becomes } = installation({ alerts: [late] }, devops);
    server.use(
      http.post(
        '/api/alerts/:check/mute',
        async ({ request }) => {
          asked.push(['POST refused', await request.json()]);
          return HttpResponse.json({ message: 'An alert is muted for at most 7 days.' }, { status: 400 });
        },
        { once: true },
      ),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Mute: File late' }));
    await user.click((await dialog()).getByRole('button', { name: 'Mute' }));
    expect(await screen.findByText('Say why in a sentence.')).toBeVisible();
    await user.type((await dialog()).getByLabelText('Why (required)'), 'Rolling back');
    await user.click((await dialog()).getByRole('radio', { name: 'A time' }));
    await typeDate(user, 'Time in Sydney', '01/01/2148 00:00');
    await user.click((await dialog()).getByRole('button', { name: 'Mute' }));
    expect(await screen.findByText(/^Choose a date up to/)).toBeVisible();
    expect((await dialog()).getByLabelText('Time in Sydney')).toHaveFocus();
    expect(asked).toEqual([]);
    await user.click((await dialog()).getByRole('radio', { name: '1 hour' }));
    await user.click((await dialog()).getByRole('button', { name: 'Mute' }));
    expect(await screen.findByText('An alert is muted for at most 7 days.')).toBeVisible();
    await user.click((await dialog()).getByRole('radio', { name: 'Tomorrow 08:00' }));
    becomes({ alerts: [{ ...late, muted: { ...by, until: '2148-01-01T00:00:00.000Z', reason: 'Rolling back' } }] });
    await user.click((await dialog()).getByRole('button', { name: 'Mute' }));
    expect(await screen.findByText(/^File late is muted until \d\d\/\d\d\/\d{4} 08:00\.$/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Unmute: File late' }));
    expect(await screen.findByText('File late is told again.')).toBeVisible();
    const tomorrow = expect.stringMatching(/^\d{4}-\d\d-\d\dT08:00$/) as string;
    expect(asked).toEqual([
      ['POST refused', { until: expect.stringMatching(/Z$/) as string, reason: 'Rolling back' }],
      ['POST FileLate/mute', { until: tomorrow, reason: 'Rolling back' }],
      ['POST FileLate/unmute', null],
    ]);
  });

  it('reach nobody outside the page without an address, which only an Admin adds', async () => {
    installation({}, devops);
    open();
    expect(await screen.findByText('An alert reaches nobody outside this page.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add address' })).toBeNull();
    expect(screen.queryByRole('button', { name: /test/i })).toBeNull();
  });

  it('go to addresses, of which a webhook’s key is shown once', async () => {
    const { asked } = installation({ addresses: [support, hook] });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add address' }));
    const form = await dialog();
    await user.type(form.getByLabelText('Mail address'), 'nobody');
    await user.type(form.getByLabelText('Name'), 'Ops');
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(await form.findByText('This is not a mail address.')).toBeVisible();
    await user.selectOptions(form.getByLabelText('How it is told'), 'json');
    await user.clear(form.getByLabelText('Address of the webhook'));
    await user.type(form.getByLabelText('Address of the webhook'), 'https://ops.fund.example/hook');
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('a-key-told-once')).toBeVisible();
    await user.click((await dialog()).getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('The key is copied.')).toBeInTheDocument();
    await user.click((await dialog()).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('a-key-told-once')).toBeNull());
    expect(asked).toEqual([['POST addresses', { form: 'json', name: 'Ops', where: 'https://ops.fund.example/hook' }]]);
  });

  it('say what became of the newest message to each address, and that mails reach nobody without a mail server', async () => {
    installation({ addresses: [support, hook], sendsMail: false }, devops);
    open();
    const row = await rowOf(/Night watch/);
    expect(row.getByText('Refused')).toBeVisible();
    expect(row.getByText('503, try 3 of 8 at 15/07/2020 12:05')).toBeVisible();
    expect((await rowOf(/Support/)).getByText('Delivered')).toBeVisible();
    expect(screen.getByText(/^No mail server is set/)).toBeVisible();
  });

  it('ask before an address is removed, and before another key is made', async () => {
    const { asked } = installation({ addresses: [support, hook] });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Make a new key for Night watch' }));
    await user.click((await dialog()).getByRole('button', { name: 'Make a new key' }));
    expect(await screen.findByText('a-key-told-once')).toBeVisible();
    await user.click((await dialog()).getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('button', { name: 'Make a new key for Support' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Remove Support' }));
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Remove Support' }));
    await user.click((await dialog()).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Support hears of alerts no more.')).toBeVisible();
    expect(asked).toEqual([
      ['POST addresses/a2/key', null],
      ['DELETE addresses/a1', null],
    ]);
  });

  it('are tested at one address or at all, and what each answered stands beside', async () => {
    const { asked } = installation({ addresses: [support, hook] });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Test: Night watch' }));
    const card = within(await screen.findByRole('region', { name: 'Test' }));
    expect(await card.findByText('1 of 2 arrived; Night watch did not take it.')).toBeVisible();
    expect(card.getByText('503, 0.3 s')).toBeVisible();
    expect(card.getByText(/X-Superscope-Signature: sha256=5e1c0f2a…/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send a test to all' }));
    await waitFor(() =>
      expect(asked).toEqual([
        ['POST test', { addressId: 'a2' }],
        ['POST test', {}],
      ]),
    );
  });

  it('list what was told lately, and who did not hear of it', async () => {
    const told = { at: '2020-07-15T02:00:00.000Z', to: ['Night watch', 'Support'], waiting: 0 };
    installation({
      told: [
        { ...told, kind: 'ended', title: 'File late', delivered: 2, failed: [] },
        {
          ...told,
          kind: 'began',
          title: 'File late',
          delivered: 1,
          failed: ['Night watch: 503, given up after 8 tries'],
        },
        { ...told, kind: 'test', title: null, delivered: 1, waiting: 1, failed: [] },
      ],
    });
    open();
    expect((await rowOf(/Ended: File late/)).getByText('2 of 2')).toBeVisible();
    expect((await rowOf(/Began: File late/)).getByText('Night watch: 503, given up after 8 tries')).toBeVisible();
    expect((await rowOf(/Test/)).getByText('1 is tried again')).toBeVisible();
  });

  it('say that nobody has looked for long, and why they did not load', async () => {
    installation({ lookedAt: '2020-07-15T02:00:00.000Z' });
    const { unmount } = open();
    expect(await screen.findByText(/^Nobody has looked for \d+ d/)).toBeVisible();
    unmount();
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    server.use(http.get('/api/alerts', () => HttpResponse.json({ message: 'It broke.' }, { status: 500 })));
    open();
    expect(await screen.findByText('The alerts did not load')).toBeVisible();
    expect(screen.getByText(/^It broke\. They are asked for again/)).toBeVisible();
  });

  it('are refused to Staff, whose menu does not ask for them', async () => {
    portal({ user: helen });
    const counted = vi.fn<() => void>();
    server.use(http.get('/api/alerts/count', counted));
    open();
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
    expect(counted).not.toHaveBeenCalled();
  });
});

describe('The menu', () => {
  it('has a red dot with words while an alert fires that nobody has in hand', async () => {
    const { becomes } = installation({ alerts: [late] }, devops);
    const { user } = open();
    const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
    const link = await menu.findByRole('link', { name: /^Alerts ?: 1 fires that nobody has in hand$/ });
    expect(link).toHaveAttribute('aria-current', 'page');
    await user.click(menu.getByRole('button', { name: 'Operations' }));
    expect(menu.getByRole('button', { name: 'Operations' })).toHaveAccessibleDescription(
      'Alerts: 1 fires that nobody has in hand',
    );
    await user.click(menu.getByRole('button', { name: 'Operations' }));
    await user.click(await screen.findByRole('button', { name: 'Acknowledge: File late' }));
    await user.type((await dialog()).getByLabelText('What you do about it'), 'Mine');
    becomes({ alerts: [{ ...late, inHand: { ...by, reason: 'Mine' } }] });
    await user.click((await dialog()).getByRole('button', { name: 'Acknowledge' }));
    expect(await menu.findByRole('link', { name: 'Alerts' })).toBeVisible();
  });
});
