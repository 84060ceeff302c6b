import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import type { PlanAction, PlanActions } from '@superscope/contracts/plan-actions';
import type { PublishedFigure } from '@superscope/contracts/published-figure';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { dana, isAbout, kestrel, portal, type Answer } from '../../test/portal';

const of = (value: number, more: Partial<PublishedFigure> = {}): PublishedFigure => ({ value, because: null, ...more });
const withheld = (because: '<11' | 'np'): PublishedFigure => ({ value: null, because });

const nominate: PlanAction = {
  key: 'nominateBeneficiary',
  area: 'nominatedBeneficiary',
  label: 'Nominate a binding beneficiary',
  concerned: 'have nominated nobody',
  assumes: 'A binding nomination that is signed at the end of the month.',
  members: of(629),
  share: of(49),
  change: of(0.49),
  margin: 0.01,
  didBefore: of(8),
  likelyChange: of(0.03),
  campaigns: [
    { campaignId: 'K1', name: 'Nominate a beneficiary', runDate: '2020-01-14', concerned: of(400), share: of(8) },
  ],
};
const cover: PlanAction = {
  ...nominate,
  key: 'liftLifeCover',
  area: 'lifeInsurance',
  label: 'Lift life cover to what is needed',
  concerned: 'have no life cover or too little',
  change: of(0.21),
  didBefore: of(1, { rounded: true }),
  likelyChange: of(0.001),
};
const hidden: PlanAction = {
  ...nominate,
  key: 'contributeMore',
  area: 'retirementAdequacy',
  label: 'Contribute more before tax',
  members: withheld('<11'),
  share: withheld('<11'),
  change: withheld('<11'),
};
const bring: PlanAction = {
  ...nominate,
  key: 'bringSuperTogether',
  area: 'accountBalance',
  label: 'Bring other super together',
  concerned: 'have less than 80% of the average balance of their peers',
  change: of(0.2),
  campaigns: [],
};
const invest: PlanAction = {
  ...nominate,
  key: 'chooseSuitableInvestment',
  area: 'investmentApproach',
  label: 'Choose a suitable investment',
  change: of(0.1),
};
const answer = (...actions: PlanAction[]): PlanActions => ({ planId: 'T.K1', month: '2020-06', actions });
const plan = { ...kestrel, relationshipManager: 'Tom Winterbourne', files: ['Nominate a beneficiary.pdf'] };

const sent: Answer = {
  data: [
    {
      'Campaign.campaignId': 'K1',
      'Campaign.name': 'Nominate a beneficiary',
      'Campaign.campaignType': 'SuperScore email',
      'Campaign.eventDate.day': '2020-05-20T00:00:00.000',
      'Campaign.recipients': 509,
      'Campaign.opened': 200,
      'Campaign.clicked': 20,
      'Campaign.openedPercent': 39.3,
      'Campaign.clickedPercent': 3.9,
    },
  ],
};
const ages: [string, number][] = [
  ['1|30 and below', 66.4],
  ['2|31 - 44', 51],
];
const reply = (query: AnalyticsQuery): Answer | undefined => {
  if (query.measures?.[0]?.startsWith('Campaign.')) return sent;
  if (isAbout(query, 'Member.ageGroup') && isAbout(query, 'Member.beneficiaryNominationType'))
    return {
      data: ages.map(([group, share]) => ({
        'MemberSnapshot.month.month': '2020-06-01T00:00:00.000',
        'Member.beneficiaryNominationType': '4|None',
        'Member.ageGroup': group,
        'MemberSnapshot.countMembers': 100,
        'MemberSnapshot.shareOfMembers': share,
      })),
    };
  if (isAbout(query, 'Member.potentiallyInadequateLifeInsurance') && query.dimensions?.length === 1)
    return {
      data: [
        ['1|Yes', 743],
        ['2|No', 521],
        [null, 20],
      ].map(([value, count]) => ({
        'MemberSnapshot.month.month': '2020-06-01T00:00:00.000',
        'Member.potentiallyInadequateLifeInsurance': value!,
        'MemberSnapshot.countMembers': count!,
        'MemberSnapshot.shareOfMembers': 58.8,
      })),
    };
  return undefined;
};
const card = async () => within(await screen.findByRole('region', { name: 'What to do next' }));
const lines = async () => (await (await card()).findAllByRole('listitem')).map((item) => within(item));

afterEach(() => vi.restoreAllMocks());

describe('What to do next', () => {
  it('is above the charts: the three actions that would move the score most, without one whose members are withheld', async () => {
    portal({ user: dana, plan, reply, actions: () => answer(nominate, hidden, cover, bring, invest) });
    openAt('/dashboard');
    const names = (await lines()).map((line) => line.getByRole('heading').textContent);
    expect(names).toEqual([nominate.label, cover.label, bring.label]);
    const next = screen.getByRole('region', { name: 'What to do next' });
    const chart = screen.getByRole('region', { name: 'Members by beneficiary nomination, over time' });
    expect(next.compareDocumentPosition(chart) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect((await card()).getByRole('link', { name: 'All 5 actions' })).toBeVisible();
  });

  it('says whom each concerns, of how many, where it is highest, and what past campaigns did', async () => {
    portal({ user: dana, plan, reply, actions: () => answer(nominate, cover, bring) });
    openAt('/dashboard');
    const [first, second, third] = await lines();
    expect(first!.getByText(/have nominated nobody/)).toHaveTextContent('629 members have nominated nobody.');
    expect(await first!.findByText('Highest: age 30 and below, 66% (Jun 2020)')).toBeVisible();
    expect(first!.getAllByText('Likely gain: +0.03, as 8.0% did after past campaigns')[0]).toBeInTheDocument();
    expect(
      second!.getAllByText('Likely gain: no clear change, as about 1% did after past campaigns')[0],
    ).toBeInTheDocument();
    expect(third!.getAllByText('Likely gain: not known yet, no past campaign to judge by')[0]).toBeInTheDocument();
    expect(first!.getByText('largest possible gain')).toBeVisible();
    expect((await first!.findAllByText('10.0 pp more nominated somebody'))[0]).toBeInTheDocument();
    expect(third!.queryByText(/^Campaign of/)).toBeNull();
    // The campaign measured nominations.
    expect(second!.queryByText(/^Campaign of/)).toBeNull();
    await waitFor(() =>
      expect(second!.getByText(/have no life cover/)).toHaveTextContent('members (of 1,264 whose cover is known) have'),
    );
  });

  it('names the newest email about the area, or that none was sent, and its flyer', async () => {
    portal({ user: dana, plan, reply, actions: () => answer(nominate, cover) });
    openAt('/dashboard');
    const [first, second] = await lines();
    expect(await first!.findByText(/Last sent/)).toHaveTextContent(
      'Email Nominate a beneficiary to these 629. Last sent 20/05/2020, to 509.',
    );
    expect(first!.getByRole('button', { name: /Flyer, PDF/ })).toBeVisible();
    expect(second!.getByText('No email sent yet.')).toBeVisible();
    expect(second!.queryByRole('button', { name: /Flyer/ })).toBeNull();
  });

  it('asks whoever has an address: the relationship manager, or else whom the provider or the plan names', async () => {
    const tom = {
      title: 'Relationship Manager',
      name: 'Tom Winterbourne',
      email: 'tom@tallowood.example',
      phone: '02 5550 0142',
    };
    portal({ user: dana, plan, reply, actions: () => answer(nominate), contacts: { providerContacts: [tom] } });
    const { user } = openAt('/dashboard');
    expect(await (await card()).findByRole('link', { name: '02 5550 0142' })).toHaveAttribute('href', 'tel:0255500142');
    const [first] = await lines();
    await user.click(await first!.findByRole('link', { name: 'Ask Tom to send it' }));
    expect(await screen.findByRole('link', { name: 'Open in your mail program' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:tom@tallowood\.example\?subject=Kestrel/),
    );
    expect(await screen.findByText(/^For Kestrel/)).toHaveTextContent('relationship manager: 02 5550 0142, tom@');
  });

  it('names the consultant on its button where the fund has nobody', async () => {
    const nobody = { ...plan, relationshipManager: null };
    portal({
      user: dana,
      plan: nobody,
      reply,
      actions: () => answer(nominate),
      contacts: { consultants: ['Ana Ruiz'] },
    });
    openAt('/dashboard');
    expect(await (await card()).findByText(/^Ask for emails/)).toHaveTextContent(
      'Ask for emails: Ana Ruiz, consultant',
    );
    const [first] = await lines();
    expect(await first!.findByRole('link', { name: 'Ask Ana to send it' })).toBeVisible();
  });

  it('asks a consultant who has an address before a manager who has none, and downloads no logo', async () => {
    portal({
      user: dana,
      plan,
      reply,
      actions: () => answer(nominate),
      contacts: {
        providerContacts: [{ title: 'Relationship Manager', name: 'Tom Winterbourne', email: null, phone: null }],
      },
      consultantContacts: [{ name: 'Ana Ruiz', email: 'ana@advice.example' }],
    });
    const asked: string[] = [];
    server.use(
      http.get('/api/plans/:id/reports/contacts', ({ request }) => {
        // The portal's usual answer follows.
        asked.push(new URL(request.url).search);
      }),
    );
    openAt('/dashboard');
    expect(await (await card()).findByRole('link', { name: 'ana@advice.example' })).toBeVisible();
    const [first] = await lines();
    expect(await first!.findByRole('link', { name: 'Ask Ana to send it' })).toBeVisible();
    expect(asked).toEqual(['?without=logo']);
  });

  it('opens Contact with the action and the plan filled in, and no member', async () => {
    portal({ user: dana, plan, reply, actions: () => answer(nominate) });
    const { user } = openAt('/dashboard');
    const [first] = await lines();
    await user.click(await first!.findByRole('link', { name: 'Ask Tom to send it' }));
    expect(await screen.findByRole('heading', { name: 'Contact Us' })).toBeVisible();
    expect(address()).toBe('/contact');
    expect(
      await screen.findByText('Tom Winterbourne, your relationship manager at Tallowood Retirement'),
    ).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveValue(
      'Hello Tom Winterbourne,\n\nCould you please send the email “Nominate a beneficiary” again, to the members of Kestrel Freight Group Super Plan whom this concerns: Nominate a binding beneficiary?\n\nPlease let me know when it goes out.',
    );
    expect(screen.getByRole('link', { name: 'Open in your mail program' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:\?subject=Kestrel/),
    );
  });

  it('asks the fund if the plan has no relationship manager', async () => {
    portal({ user: dana, actions: () => answer(cover) });
    const { user } = openAt('/dashboard');
    const [first] = await lines();
    expect(first!.getByRole('link', { name: 'Ask Tallowood Retirement to send one' })).toBeVisible();
    expect(
      await (await card()).findByText(/Your consultant at Tallowood Retirement sends emails for you\.$/),
    ).toBeVisible();
    await user.click(first!.getByRole('link', { name: 'Ask Tallowood Retirement to send one' }));
    expect(await screen.findByText('Your consultant at Tallowood Retirement')).toBeVisible();
  });

  it('says in one sentence that nothing would be gained', async () => {
    portal({ user: dana, actions: () => answer({ ...nominate, change: of(0.004) }) });
    openAt('/dashboard');
    expect(
      await (
        await card()
      ).findByText('No action would move the score by more than the adjustments that protect members.'),
    ).toBeVisible();
  });
});

describe('The first sentence of the score', () => {
  const scoreCard = async () => within(await screen.findByRole('region', { name: 'Plan SuperScore' }));
  const yearAgo = (score: number) => (query: AnalyticsQuery) =>
    JSON.stringify(query.filters).includes('201906')
      ? {
          data: [{ 'MemberSnapshot.month.month': '2019-06-01T00:00:00.000', 'SuperScore.averageSuperScore': score }],
        }
      : undefined;

  it.each([
    [2.9, 'Better than a year ago (2.90), just above the 3-star aim.'],
    [3.2, 'Worse than a year ago (3.20), just above the 3-star aim.'],
  ])(
    'says how it compares with %d a year ago, names that score, and compares it with the aim',
    async (before, sentence) => {
      portal({ user: dana, plan: { ...kestrel, firstMonth: '2019-01' }, reply: yearAgo(before) });
      openAt('/dashboard?period=months3');
      expect(await (await scoreCard()).findByText(sentence)).toBeVisible();
    },
  );

  it('says since when figures exist, where there are none of a year ago', async () => {
    portal({ user: dana });
    openAt('/dashboard');
    expect(await (await scoreCard()).findByText(/The first figures are of Jan 2020\./)).toBeVisible();
  });
});

describe('On a phone', () => {
  const narrow = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };

  it('Member activity, Communications and News are folded, each with its figure, and stay open once opened', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue(narrow as unknown as MediaQueryList);
    portal({ user: dana });
    const { user, unmount } = openAt('/dashboard');
    const activity = await screen.findByRole('button', { name: /^Member activity/ });
    expect(activity).toHaveAttribute('aria-expanded', 'false');
    await waitFor(() => expect(activity.closest('section')).toHaveTextContent('signed in within'));
    const adequacy = screen.getByRole('button', { name: /^Retirement adequacy/ });
    await waitFor(() =>
      expect(adequacy.closest('section')).toHaveTextContent('heading for Modest or better at 6785.5%'),
    );
    expect(screen.getByRole('button', { name: /^Communications/ })).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByRole('button', { name: /^News/ })).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('region', { name: 'Voluntary contributions' })).toBeNull();
    await user.click(activity);
    expect(await screen.findByRole('region', { name: 'Voluntary contributions' })).toBeVisible();
    unmount();
    openAt('/dashboard');
    expect(await screen.findByRole('region', { name: 'Voluntary contributions' })).toBeVisible();
  });
});
