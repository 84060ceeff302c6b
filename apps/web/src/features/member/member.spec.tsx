import type { MemberLooks, MemberOverview } from '@superscope/contracts/member-overview';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http, type HttpHandler } from 'msw';
import { describe, expect, it } from 'vitest';
import { memberEvent } from '../../test/member-event';
import { memberOption } from '../../test/member-option';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const ananya: MemberOverview = {
  ...memberOption,
  id: 'm-1',
  surname: 'Marchetti',
  givenName: 'Ananya Lucia',
  memberNumber: '770401822217',
  birthDate: '1984-03-14',
  companyName: 'Kestrel Freight Group',
  joinDate: '2012-06-04',
  erased: false,
  plan: { id: 'T.K1', name: 'Kestrel Super Plan' },
  platform: { id: 'T', name: 'Tallowood' },
  category: 'General staff',
  age: 42,
  gender: 'Female',
  occupationalRating: 'Light blue collar',
  sameName: [],
  month: {
    asAt: '2026-10-31',
    balancesAsAt: '2026-10-31',
    salary: 86_400,
    balance: 98_640,
    score: 2.713,
    deathCover: 287_560,
    tpdCover: null,
    sciCover: 0,
    nomination: 'No nomination',
    riskProfile: 'Moderate',
    riskProfileOn: '2025-05-12',
    paysVoluntarily: true,
    hasMobile: true,
    hasEmail: false,
    lastSignInOn: '2026-11-19',
    lastConsultationOn: null,
  },
};
const other = {
  ...memberOption,
  id: 'm-2',
  surname: 'Marchetti',
  givenName: 'Ananya',
  memberNumber: '770401829903',
  birthDate: '1991-11-02',
  companyName: 'Kestrel Freight Group',
  leftOn: '2026-09-30',
};
const consultant = 'Daniel Okafor';
const looks: MemberLooks = {
  from: '2025-11-30',
  to: '2026-11-30',
  readUpTo: '2026-11-30T01:00:02.000Z',
  looks: 3,
  users: 2,
  people: [
    {
      userId: 'd',
      name: 'Daniel Okafor',
      role: 'Staff',
      at: '2026-11-30T01:00:00.000Z',
      times: 2,
      actions: ['Export'],
    },
    { userId: null, name: null, role: null, at: '2026-11-01T01:00:00.000Z', times: 1, actions: ['Export ended'] },
  ],
};

/** A server that knows the member; what it was asked for about them. */
function portal(role: 'Staff' | 'AuthorizedRep', overview: Partial<MemberOverview> = {}, ...more: HttpHandler[]) {
  const asked: string[] = [];
  server.use(
    ...more,
    http.get('/api/authentication', () =>
      HttpResponse.json({ user: withRights({ username: 'daniel', name: 'Daniel Okafor', role, planId: null }) }),
    ),
    http.get('/api/members/:id/:what', ({ params }) => {
      asked.push(String(params['what']));
      const answers: Record<string, object> = {
        overview: { ...ananya, ...overview },
        events: [
          memberEvent('a', 'ConsultationPerformed', { at: '2026-11-26T00:41:00.000Z', consultant }),
          memberEvent('b', 'FeesCompared', { at: '2026-11-25T22:52:00.000Z', consultant, notes: 'A: $10.00 a year.' }),
          memberEvent('c', 'ContactRequested', { at: '2026-10-30T13:00:00.000Z', hasTime: false, processed: false }),
        ],
        consultations: [],
        looks,
        balances: {
          asAt: '2026-10-31',
          plan: ananya.plan,
          platform: ananya.platform,
          assetBalances: [
            { assetId: 'T.A', asset: 'Lifestage 1980s', balance: 96_000 },
            { assetId: 'T.B', asset: 'Cash', balance: 4_000 },
          ],
          balance: 100_000,
        },
        feeComparisons: [
          {
            at: '2026-11-26T00:52:00.000Z',
            feesAsAt: '2026-11-26',
            a: { assetId: null, name: 'Everything together' },
            b: { assetId: 'I.X', name: 'Balanced Index', platform: { id: 'I', name: 'Ironbark' } },
            difference: -12.5,
          },
        ],
      };
      return HttpResponse.json(answers[String(params['what'])] ?? {});
    }),
    http.get('/api/members', () => HttpResponse.json([{ ...other, near: false }])),
  );
  return { asked };
}

const tabList = async () => within(await screen.findByRole('navigation', { name: 'About the member' }));
const tabs = async () => (await tabList()).getAllByRole('link').map(({ textContent }) => textContent);

describe('A member’s page', () => {
  it('names the person by name, number, birth date and employer, with the figures of their newest month', async () => {
    portal('Staff');
    openAt('/staff/members/m-1');
    const head = await screen.findByRole('heading', { level: 1, name: 'Ananya Lucia Marchetti' });
    expect(head.parentElement).toHaveTextContent('Number 770401822217Born 14/03/1984, 42Kestrel Freight Group');
    expect(screen.getByText('Kestrel Super Plan · Tallowood · joined 04/06/2012')).toBeVisible();
    expect(document.title).toContain('Ananya Lucia Marchetti, 770401822217, born 14/03/1984');
    const figures = screen.getByRole('region', { name: 'Figures' });
    expect(figures).toHaveTextContent('Balance$98,640of 31/10/2026');
    expect(figures).toHaveTextContent('SuperScore2.71of 5, at 31/10/2026');
    expect(figures).toHaveTextContent('Contact on fileMobile');
    expect(screen.getByRole('region', { name: 'Cover' })).toHaveTextContent(
      'Death$287,560Total and permanent disablementnot knownSalary continuancenone',
    );
    expect(screen.queryByRole('list', { name: /of that name/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Record event' })).toHaveAttribute(
      'href',
      '/staff/memberEvents?member=m-1',
    );
  });

  it('warns of another of that name at the employer, whose page is one step away', async () => {
    const { asked } = portal('Staff', { sameName: [other] });
    const { user } = openAt('/staff/members/m-1/fees');
    expect(await screen.findByRole('list', { name: 'Others of that name at this employer' })).toHaveTextContent(
      'Not to be confused with Ananya Marchetti, 770401829903, born 02/11/1991, same employer, left on 30/09/2026.',
    );
    await user.click(screen.getByRole('link', { name: /^Open that page/ }));
    expect(address()).toBe('/staff/members/m-2');
    await waitFor(() => expect(asked.filter((what) => what === 'overview')).toHaveLength(2));
  });

  it('has an address for each tab, and none for what a role may not see', async () => {
    const { asked } = portal('Staff');
    const { user } = openAt('/staff/members/m-1/timeline');
    expect(await tabs()).toEqual(['Overview', 'Timeline', 'Fees', 'Cover', 'Consultations', 'Advice', 'Who looked']);
    expect(asked).not.toContain('looks');
    await user.click(screen.getByRole('link', { name: 'Who looked' }));
    expect(address()).toBe('/staff/members/m-1/looked');
    const looked = await screen.findByText('3 looks by 2 people');
    expect(looked).toHaveAttribute(
      'href',
      '/staff/onecentralActivity?startDate=2025-11-30&endDate=2026-11-30&recordId=m-1',
    );
    expect(screen.getByText('Without a user')).toBeVisible();
    expect(screen.getByText('Since 30/11/2025, as far as the log has come: 30/11/2026 12:00')).toBeVisible();
  });

  it('shows consultants everything but who looked, also at its address', async () => {
    const { asked } = portal('AuthorizedRep');
    openAt('/staff/members/m-1/looked');
    expect(await tabs()).not.toContain('Who looked');
    expect((await tabList()).getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
    expect(asked).not.toContain('looks');
  });

  it('has the timeline by days in Sydney, and by kind', async () => {
    portal('Staff');
    const { user } = openAt('/staff/members/m-1/timeline');
    const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
    await timeline.findByText('Fees compared', { selector: 'p' });
    expect(timeline.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      '26/11/2026',
      '31/10/2026',
    ]);
    expect(timeline.getByText('Contact requested', { selector: 'p' }).closest('li')).toHaveTextContent(
      'Contact requestedMemberNot processed',
    );
    await user.selectOptions(timeline.getByLabelText('Kind'), 'Fees compared');
    expect(timeline.queryByText('Consultation performed', { selector: 'p' })).toBeNull();
    expect(timeline.getByText('A: $10.00 a year.')).toBeVisible();
  });

  it('shows investments and earlier comparisons', async () => {
    portal('Staff');
    openAt('/staff/members/m-1/fees');
    const held = await screen.findByRole('region', { name: 'Investments' });
    expect(await within(held).findByText('Together')).toBeVisible();
    expect(held).toHaveTextContent('Lifestage 1980s96.0 %$96,000.00Cash4.0 %$4,000.00Together$100,000.00');
    expect(await screen.findByText(/Everything together with Balanced Index of Ironbark/)).toBeVisible();
    expect(screen.getByText('$12.50 more a year')).toBeVisible();
  });

  it('says of a member who left that only history can be read', async () => {
    portal('Staff', { leftOn: '2026-09-30' });
    const { user } = openAt('/staff/members/m-1/fees');
    expect(
      await screen.findByText(
        'Left on 30/09/2026: history can be read; quotations, comparisons and advice are for members.',
      ),
    ).toBeVisible();
    expect(await screen.findByText(/Everything together with/)).toBeVisible();
    const page = within(screen.getByRole('main'));
    expect(page.queryByRole('link', { name: 'Compare fees' })).toBeNull();
    expect(page.queryByRole('link', { name: 'Consultation' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Record event' })).toBeVisible();
    await user.click((await tabList()).getByRole('link', { name: 'Overview' }));
    expect(await screen.findByRole('heading', { name: 'Cover at last' })).toBeVisible();
  });

  it('leaves of an erased member the timeline, without who they were', async () => {
    const erased = {
      erased: true,
      surname: 'Erased',
      givenName: null,
      memberNumber: null,
      birthDate: null,
      month: null,
    };
    portal('AuthorizedRep', erased);
    openAt('/staff/members/m-1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Erased member' })).toBeVisible();
    expect(await tabs()).toEqual(['Timeline']);
    expect(await screen.findByText('Consultation performed', { selector: 'p' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Record event' })).toBeNull();
  });

  it('says so before the first figures, and for a member out of reach', async () => {
    portal('Staff', { month: null });
    openAt('/staff/members/m-1');
    expect(await screen.findByText(/No figures of this member in Kestrel Super Plan are known yet/)).toBeVisible();
  });

  it('of nobody in reach leads to the lookup, which opens whom it finds', async () => {
    portal(
      'Staff',
      {},
      http.get('/api/members/nobody/overview', () =>
        HttpResponse.json({ message: 'There is no such member.' }, { status: 404 }),
      ),
    );
    const { user } = openAt('/staff/members/nobody');
    expect(await screen.findByRole('heading', { name: 'There is no such member' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Find a member' }));
    await user.type(await screen.findByRole('combobox', { name: /^Member/ }), 'march');
    await user.click(await screen.findByRole('option', { name: /770401829903/ }));
    expect(address()).toBe('/staff/members/m-2');
  });
});
