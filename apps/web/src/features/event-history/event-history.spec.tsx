import type { EventDetail, EventPage } from '@superscope/contracts/event-history';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dateTextOf } from '../../test/type-date';
import { FAILED_REFERENCE, helen, kestrel, portal } from '../../test/portal';
import { address, back, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { auditor, detail, event, memberId, trace } from './event-history.fixtures';

/** The server for an Auditor. Returns the received searches. */
function log(page: (search: URLSearchParams) => EventPage | 'fails') {
  portal({ user: auditor });
  const searches: string[] = [];
  const shown: string[] = [];
  server.use(
    http.get('/api/history/events', ({ request }) => {
      const { searchParams } = new URL(request.url);
      searches.push(searchParams.toString());
      const answer = page(searchParams);
      return answer === 'fails'
        ? HttpResponse.json({ message: 'No.' }, { status: 500, headers: { 'X-Request-Id': FAILED_REFERENCE } })
        : HttpResponse.json(answer);
    }),
    http.get('/api/history/eventChoices', () =>
      HttpResponse.json({
        categories: [{ category: 'member', types: ['MemberMoved', 'MemberDetailsRevised'] }],
        users: [{ userId: 'u1', name: 'Helen Marchetti' }],
      }),
    ),
    http.get('/api/history/members', () =>
      HttpResponse.json([
        {
          id: memberId,
          surname: 'Citizen',
          givenName: 'Jo',
          login: 'jo',
          joinDate: null,
          leftOn: null,
          companyName: 'Kestrel',
        },
      ]),
    ),
    http.get('/api/history/events/:place', () => HttpResponse.json(detail())),
    http.get('/api/history/events/:place/beside', () => HttpResponse.json({ newer: null, older: null, total: null })),
    http.post('/api/history/events/:place/personal', ({ params }) => {
      shown.push(String(params['place']));
      const fields = [{ path: ['details', 'personal', 'surname'], before: 'Citizen', after: 'Jones' }];
      return HttpResponse.json(detail({ personal: 'shown', state: { fields, unchanged: 13, isCut: false } }));
    }),
    http.get('/api/history/correlations/:id', () => HttpResponse.json(trace)),
  );
  return { searches, shown };
}
const oneOf = (count: number, more: Partial<EventPage> = {}): EventPage => ({
  events: [event()],
  next: null,
  total: { count, isMore: false },
  ...more,
});
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

describe('the event history', () => {
  it('lists events with their time, type, place, user and changes', async () => {
    log(() => oneOf(1));
    openAt('/audit/events');
    const found = await row(/Member details revised/);
    for (const text of ['01/04/2026 10:00:05', 'Member snapshots, Members'])
      expect(await found.findByText(text)).toBeVisible();
    expect(await found.findByText('Helen Marchetti')).toBeVisible();
    const about = found.getByRole('link', { name: 'Member 0b8f6a3e' });
    expect(about).toHaveAttribute('href', `/audit/events?stream=member-${memberId}`);
    expect(about).toHaveAttribute('title', `member-${memberId}`);
    expect(await screen.findByText('1 found')).toBeVisible();
  });

  it('searches by the address, and puts a new search into the address', async () => {
    const { searches } = log(() => oneOf(1));
    const { user } = openAt('/audit/events?type=MemberMoved&stream=member-1');
    await row(/Member details revised/);
    expect(searches.at(-1)).toBe('stream=member-1&type=MemberMoved');
    expect(await screen.findByLabelText('Type of event')).toHaveValue('MemberMoved');
    await user.clear(screen.getByLabelText('Stream'));
    await user.selectOptions(screen.getByLabelText('User'), 'Helen Marchetti');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(address()).toBe('/audit/events?userId=u1&type=MemberMoved');
    await row(/Member details revised/);
    expect(searches.at(-1)).toBe('userId=u1&type=MemberMoved');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(address()).toBe('/audit/events');
  });

  it('does not search with a time that is typed in part, as if there were none', async () => {
    const { searches } = log(() => oneOf(1));
    const { user } = openAt('/audit/events');
    await row(/Member details revised/);
    const from = screen.getByRole('textbox', { name: 'From' });
    await user.type(from, '02/11{Enter}');
    expect(from).toHaveFocus();
    expect(from).toHaveAccessibleDescription('02/11 is not a date. Write it as dd/mm/yyyy hh:mm');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(from).toHaveFocus();
    expect(address()).toBe('/audit/events');
    expect(searches).toHaveLength(1);
  });

  it.each(['2026-02-31T10:00:00.000Z', 'yesterday'])('says that %s in the address is not a date', async (given) => {
    const { searches } = log(() => oneOf(1));
    openAt(`/audit/events?memberId=${memberId}&from=${given}`);
    expect(await screen.findByText(new RegExp(`The address gives “${given}”, which is not a date`))).toBeVisible();
    expect(dateTextOf('From')).toBe('');
    expect(searches).toEqual([]);
  });

  it('finds a member by name and searches by the inner id', async () => {
    const { searches } = log(() => oneOf(1));
    const { user } = openAt('/audit/events');
    await user.type(await screen.findByRole('combobox', { name: 'Member' }), 'Citi');
    await user.click(await screen.findByRole('option', { name: /Kestrel/ }));
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await row(/Member details revised/);
    expect(searches.at(-1)).toBe(`memberId=${memberId}`);
    expect(address()).toBe(`/audit/events?memberId=${memberId}`);
    expect(screen.getByRole('combobox', { name: 'Member' })).toHaveValue('Citizen, Jo');
  });

  it('hides bulk imports from a member’s history on request', async () => {
    const { searches } = log(() => oneOf(1));
    const { user } = openAt(`/audit/events?memberId=${memberId}`);
    await user.click(await screen.findByRole('switch', { name: 'Hide bulk imports' }));
    await waitFor(() => expect(searches.at(-1)).toBe(`memberId=${memberId}&imports=hidden`));
    expect(address()).toBe(`/audit/events?memberId=${memberId}&imports=hidden`);
    await user.click(await screen.findByRole('switch', { name: 'Hide bulk imports' }));
    await waitFor(() => expect(address()).toBe(`/audit/events?memberId=${memberId}`));
  });

  it('keeps bulk imports hidden in the next search of a member, and in none without one', async () => {
    const { searches } = log(() => oneOf(1));
    const { user } = openAt(`/audit/events?memberId=${memberId}&imports=hidden`);
    await user.selectOptions(await screen.findByLabelText('User'), 'Superscope itself');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(address()).toBe(`/audit/events?memberId=${memberId}&imports=hidden&userId=system`));
    await waitFor(() => expect(new URLSearchParams(searches.at(-1)).get('imports')).toBe('hidden'));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(address()).toBe('/audit/events');
  });

  it('pages to older events and back', async () => {
    const older = event({ place: '10-10', type: 'MemberMoved' });
    const { searches } = log((search) =>
      search.get('before') === null
        ? oneOf(1_000, { next: '70-70', total: { count: 1_000, isMore: true } })
        : { events: [older], next: null, total: null },
    );
    const { user } = openAt('/audit/events');
    expect(await screen.findByText('More than 1,000 found')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Older' }));
    await row(/Member moved/);
    expect(searches.at(-1)).toBe('before=70-70');
    expect(screen.getByRole('button', { name: 'Older' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Newer' }));
    await row(/Member details revised/);
  });

  it('says when nothing matches, and when the events did not load', async () => {
    let isAway = true;
    log(() => (isAway ? 'fails' : oneOf(0, { events: [] })));
    const { user } = openAt('/audit/events?stream=none');
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    isAway = false;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No event fits this search')).toBeVisible();
    expect(await screen.findByText('0 found')).toBeVisible();
  });

  it('is refused to Staff', async () => {
    portal({ user: helen });
    openAt('/audit/events');
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });
});

describe('one event', () => {
  it('opens from the list with its changes, and leads back to the same list', async () => {
    log(() => oneOf(1));
    const { user } = openAt('/audit/events?type=MemberMoved');
    await user.click((await row(/Member details revised/)).getByRole('link', { name: 'Member details revised' }));
    expect(
      await screen.findByRole('heading', {
        level: 1,
        name: 'Helen Marchetti revised the details of member 0b8f6a3e',
      }),
    ).toBeVisible();
    expect(address()).toBe('/audit/events/70-70?type=MemberMoved');
    const state = await row(/^Details › Address state/);
    expect(await state.findByText('NSW')).toBeVisible();
    expect(await state.findByText('TAS')).toBeVisible();
    expect((await row(/^Details › Join date/)).getByText('09/03/2026')).toBeVisible();
    expect(await screen.findByText('12 other fields are as before.')).toBeVisible();
    back();
    await row(/Member details revised/);
    expect(address()).toBe('/audit/events?type=MemberMoved');
  });

  it('goes on to the newer and the older event of the search that led to it, and says how many it found', async () => {
    log(() => oneOf(1));
    const asked: string[] = [];
    server.use(
      http.get('/api/history/events/:place/beside', ({ request, params }) => {
        asked.push(`${String(params['place'])} ${new URL(request.url).searchParams.toString()}`);
        const isFirst = params['place'] === '70-70';
        const total = { count: 14, isMore: false };
        return HttpResponse.json({ newer: isFirst ? null : '70-70', older: isFirst ? '60-60' : null, total });
      }),
    );
    const { user } = openAt('/audit/events/70-70?type=MemberMoved');
    const links = within(await screen.findByRole('navigation', { name: 'Events' }));
    const found = await links.findByRole('link', { name: 'Event history, 14 found' });
    expect(found).toHaveAttribute('href', '/audit/events?type=MemberMoved');
    expect(links.queryByRole('link', { name: 'Newer' })).toBeNull();
    await user.click(links.getByRole('link', { name: 'Older' }));
    await waitFor(() => expect(address()).toBe('/audit/events/60-60?type=MemberMoved'));
    expect(await links.findByRole('link', { name: 'Newer' })).toHaveAttribute(
      'href',
      '/audit/events/70-70?type=MemberMoved',
    );
    expect(asked).toEqual(['70-70 type=MemberMoved', '60-60 type=MemberMoved']);
  });

  it('leads to what stood right after it: its member, its plan, and who could see the member', async () => {
    log(() => oneOf(1));
    openAt('/audit/events/70-70');
    const card = within(await screen.findByRole('region', { name: 'As it stood then' }));
    expect(await card.findByText('01/04/2026 10:00:05, right after this event')).toBeVisible();
    const to = '2026-03-31T23%3A00%3A05.001Z';
    expect(card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['The member', `/audit/events?memberId=${memberId}&to=${to}`],
      ['The plan’s dashboard', '/audit/as-it-stood?plan=T.K1&moment=2026-03-31T23%3A00%3A05.000Z'],
      ['Who could see this member', '/audit/access?on=2026-04-01'],
    ]);
  });

  it('of neither plan nor member has nothing that stood then', async () => {
    log(() => oneOf(1));
    const own = detail({ event: event({ memberId: null, planId: null }), plan: null, around: [] });
    server.use(http.get('/api/history/events/:place', () => HttpResponse.json(own)));
    openAt('/audit/events/70-70');
    await screen.findByRole('region', { name: 'Event' });
    expect(screen.queryByRole('region', { name: 'As it stood then' })).toBeNull();
  });

  it('leads to its stream, its plan, its request, and to the plan as it stood', async () => {
    log(() => oneOf(1));
    const { user } = openAt('/audit/events/70-70');
    await user.click(await screen.findByText('Ids and place in the log'));
    const leadsTo = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await leadsTo(`member-${memberId}`)).toBe(`/audit/events?stream=member-${memberId}`);
    expect(await leadsTo('Kestrel Super Plan')).toBe('/audit/events?planId=T.K1');
    expect(await leadsTo('c1')).toBe('/audit/events?correlationId=c1');
    expect(await leadsTo('Member 0b8f6a3e')).toBe(`/audit/events?memberId=${memberId}`);
    expect(await leadsTo('As it stood then')).toBe('/audit/as-it-stood?plan=T.K1&moment=2026-03-31T23%3A00%3A05.000Z');
  });

  it('folds ids and the record away, which copy one by one when unfolded', async () => {
    log(() => oneOf(1));
    const { user } = openAt('/audit/events/70-70');
    const ids = (await screen.findByText('Ids and place in the log')).closest('details')!;
    const record = screen.getByText('As recorded').closest('details')!;
    expect([ids.open, record.open]).toEqual([false, false]);
    await user.click(screen.getByText('Ids and place in the log'));
    expect(ids.open).toBe(true);
    await user.click(within(ids).getByRole('button', { name: 'Copy event id' }));
    expect(await within(ids).findByRole('button', { name: 'Event id copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('e1');
  });

  it('says whether it stands, and leads to the event that took it back', async () => {
    const withdrawn = event({ place: '90-90', type: 'MemberEventWithdrawn', at: '2026-04-02T02:00:00.000Z' });
    const open = (more: Partial<EventDetail>) => {
      log(() => oneOf(1));
      server.use(http.get('/api/history/events/:place', () => HttpResponse.json(detail(more))));
      return openAt('/audit/events/70-70');
    };
    const recorded = event({ type: 'ConsultationPerformed' });
    const first = open({ event: recorded, standing: { takenBackBy: null } });
    expect(await screen.findByText('Stands: not withdrawn since')).toBeVisible();
    first.unmount();
    open({ event: recorded, standing: { takenBackBy: withdrawn } });
    const chip = await screen.findByRole('link', { name: /^Withdrawn 02\/04\/2026/ });
    expect(chip).toHaveAttribute('href', '/audit/events/90-90');
    expect(screen.queryByText(/^Stands/)).toBeNull();
  });

  it('says what it changed of the plan’s figures, and what lies around it in the member’s history', async () => {
    log(() => oneOf(1));
    const counted = { months: 24, to: '2026-03-31', before: 191, after: 192 };
    const around = [
      event({ place: '80-80', type: 'MemberMoved' }),
      event({ type: 'ConsultationPerformed' }),
      event({ place: '50-50', type: 'MemberRegistered' }),
    ];
    server.use(
      http.get('/api/history/events/:place', () =>
        HttpResponse.json(detail({ event: event({ type: 'ConsultationPerformed' }), counted, around })),
      ),
    );
    openAt('/audit/events/70-70');
    const changed = await screen.findByRole('region', { name: 'Before and after' });
    expect(changed).toHaveTextContent(
      'The plan: members with one in the 24 months to 31/03/2026 191 → before, 192 after',
    );
    const beside = within(screen.getByRole('region', { name: 'The member’s history around it' }));
    expect(beside.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))).toEqual([
      null,
      'true',
      null,
    ]);
    expect(beside.getByRole('link', { name: 'Member moved' })).toHaveAttribute('href', '/audit/events/80-80');
    expect(beside.getByRole('link', { name: 'All of the member’s history' })).toHaveAttribute(
      'href',
      `/audit/events?memberId=${memberId}&imports=hidden`,
    );
  });

  it('leads to no plan as it stood if it is about none, such as a sign-in', async () => {
    log(() => oneOf(1));
    server.use(http.get('/api/history/events/:place', () => HttpResponse.json(detail({ plan: null }))));
    openAt('/audit/events/70-70');
    expect(await screen.findByRole('region', { name: 'Before and after' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'As it stood then' })).toBeNull();
  });

  it('leads from its request to the changes of each of the request’s events', async () => {
    log(() => oneOf(1));
    openAt('/audit/events/70-70');
    const request = within(await screen.findByRole('region', { name: 'Request' }));
    const [asked, first, second] = await request.findAllByRole('listitem');
    expect(await within(asked!).findByText(/By Helen Marchetti, as Staff/)).toBeVisible();
    expect(within(first!).getByRole('link', { name: 'Member moved' })).toHaveAttribute('href', '/audit/events/60-60');
    expect(within(first!).getByText('Changed: Nothing that is shown')).toBeVisible();
    expect(second).toHaveAttribute('aria-current', 'true');
    expect(within(second!).getByText('Derived again: Figures of the member, from Nov 2025 on')).toBeVisible();
    expect(within(second!).getByText('01/04/2026 10:00:05, Member 0b8f6a3e')).toBeVisible();
    // Ids are folded away.
    expect(request.queryByText(new RegExp(`${memberId}|c1|k1`))).toBeNull();
  });

  it('lists the first events of a long request, and this one', async () => {
    log(() => oneOf(1));
    const others = Array.from({ length: 500 }, (_, n) => event({ place: `${n}-${n}`, type: 'MemberMoved' }));
    server.use(
      http.get('/api/history/correlations/:id', () =>
        HttpResponse.json({ correlationId: 'c1', events: others.toSpliced(70, 1), isCut: true }),
      ),
    );
    openAt('/audit/events/70-70');
    const request = within(await screen.findByRole('region', { name: 'Request' }));
    const steps = await request.findAllByRole('listitem');
    expect(steps.length).toBe(7);
    expect(steps.at(-1)).toHaveTextContent('Member details revised (this event)');
    expect(await request.findByText(/recorded more than 499 events/)).toBeVisible();
    expect(request.getByRole('link', { name: 'See all of them' })).toHaveAttribute(
      'href',
      '/audit/events?correlationId=c1',
    );
  });

  it('hides personal fields until the reader requests them', async () => {
    const { shown } = log(() => oneOf(1));
    const { user } = openAt('/audit/events/70-70');
    await row(/Surname/);
    expect(screen.queryByText('Citizen')).toBeNull();
    expect(shown).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show personal fields' }));
    const surname = await row(/Surname/);
    expect(await surname.findByText('Jones')).toBeVisible();
    expect(shown).toEqual(['70-70']);
    expect(screen.queryByRole('button', { name: 'Show personal fields' })).toBeNull();
    expect(await screen.findByText(/that you look at them was recorded/)).toBeVisible();
  });

  it('says whether its stream keeps no state or is too long to be read again', async () => {
    const open = async (isTooLong: boolean) => {
      log(() => oneOf(1));
      server.use(http.get('/api/history/events/:place', () => HttpResponse.json(detail({ state: null, isTooLong }))));
      const { unmount } = openAt('/audit/events/80-80');
      const card = await screen.findByRole('region', { name: 'Before and after' });
      const text = card.textContent;
      unmount();
      return text;
    };
    expect(await open(false)).toContain('This stream keeps no state that could be compared.');
    expect(await open(true)).toContain('This stream is too long to be read again for one event.');
  });

  it('says why it cannot be read', async () => {
    log(() => oneOf(1));
    server.use(
      http.get('/api/history/events/:place', () =>
        HttpResponse.json({ message: 'There is no such event.' }, { status: 404 }),
      ),
    );
    openAt('/audit/events/1-1');
    expect(await screen.findByText(/^There is no such event\./)).toBeVisible();
  });
});

describe('the page of a plan as it stood', () => {
  it('takes the plan and the moment of an event from the address', async () => {
    log(() => oneOf(1));
    server.use(
      http.get('/api/history/views', () => HttpResponse.json([])),
      http.get('/api/history/plans/:id/moments', ({ params }) =>
        HttpResponse.json({
          planId: params['id'],
          firstAt: null,
          now: '2026-04-02T00:00:00.000Z',
          moments: [],
          weeks: [],
          campaigns: [],
          digests: [],
          events: 0,
          eventsBy: 0,
          isCut: { older: false, newer: false },
        }),
      ),
    );
    openAt('/audit/as-it-stood?plan=T.K1&moment=2026-03-31T23%3A00%3A00.000Z');
    const field = await screen.findByRole('combobox', { name: 'Plan' });
    await waitFor(() => expect(field).toHaveValue(kestrel.name));
    expect(dateTextOf('As at')).toBe('01/04/2026 10:00');
  });
});
