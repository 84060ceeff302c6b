import type { CampaignEffect } from '@superscope/contracts/campaign-effect';
import type { AnalyticsRow } from '@superscope/contracts/analytics/answer';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { dana, kestrel, portal } from '../../test/portal';
import { answerTo, both, FEW, NP, without } from '../../test/withheld-answers';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const FIGURES = [
  'Campaign.recipients',
  'Campaign.opened',
  'Campaign.clicked',
  'Campaign.openedPercent',
  'Campaign.clickedPercent',
] as const;
const run = (name: string, date: string): AnalyticsRow => ({
  'Campaign.name': name,
  'Campaign.campaignType': 'SuperScore email',
  'Campaign.eventDate.day': `${date}T00:00:00.000`,
  'Campaign.recipients': 1131,
  'Campaign.opened': 438,
  'Campaign.clicked': 71,
  'Campaign.openedPercent': 38.7,
  'Campaign.clickedPercent': 6.3,
});
const rows = [run('Check in', '2020-06-11'), run('Nominate', '2020-05-14'), run('Welcome', '2020-04-02')];

describe('A campaign', () => {
  it('in the current month has its name and date, and says when its figures will come', async () => {
    const answer = both(
      without(rows, 'np', [0, ...FIGURES], [1, ...FIGURES]),
      without(rows, '<11', [2, 'Campaign.clicked', 'Campaign.clickedPercent']),
    );
    portal({
      user: dana,
      plan: { ...kestrel, closedMonth: '2020-05' },
      reply: answerTo('Campaign.recipients', answer),
    });
    openAt('/dashboard');
    const table = within(await screen.findByRole('region', { name: 'Latest email campaigns' }));
    const running = within(await table.findByRole('row', { name: /Check in/ }));
    expect(await running.findByText('11/06/2020')).toBeInTheDocument();
    expect(await running.findByText('Figures are published once those of June 2020 are complete')).toBeInTheDocument();
    const closed = within(table.getByRole('row', { name: /Nominate/ }));
    expect(closed.getByRole('button', { name: NP })).toHaveTextContent('not published');
    const earlier = within(table.getByRole('row', { name: /Welcome/ }));
    expect(await earlier.findByText('1,131')).toBeInTheDocument();
    expect(await earlier.findByText('38.7%')).toBeInTheDocument();
    expect(earlier.getByRole('button', { name: FEW })).toBeInTheDocument();
  });

  it('whose recipients are withheld shows the share of all members who opened it', async () => {
    portal({ user: dana, reply: answerTo('Campaign.recipients', without(rows, 'np', [0, 'Campaign.recipients'])) });
    openAt('/dashboard');
    const table = within(await screen.findByRole('region', { name: 'Latest email campaigns' }));
    const row = within(await table.findByRole('row', { name: /Check in/ }));
    expect(await row.findByText('38.7% of all members')).toBeVisible();
    expect(await row.findByText('6.3% of all members')).toBeVisible();
    expect(await table.findByText(/Opened and clicked are shares of recipients/)).toBeVisible();
  });

  it('is a separate card on phones, with the same figures and its details', async () => {
    const narrow = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
    vi.spyOn(window, 'matchMedia').mockReturnValue(narrow as unknown as MediaQueryList);
    portal({
      user: dana,
      reply: answerTo('Campaign.recipients', without(rows, '<11', [0, 'Campaign.clicked', 'Campaign.clickedPercent'])),
    });
    server.use(http.get(/\/effect$/, () => HttpResponse.json({ message: 'No' }, { status: 404 })));
    const { user } = openAt('/dashboard#communications');
    const list = within(await screen.findByRole('list', { name: 'Latest email campaigns' }));
    expect(screen.queryByRole('region', { name: 'Latest email campaigns: table' })).toBeNull();
    const [newest] = list.getAllByRole('listitem');
    expect(newest).toHaveTextContent('Check in11/06/2020Recipients1,131Opened43838.7%Clicked<11');
    expect(screen.getByRole('button', { name: /^Communications/ }).closest('section')).toHaveTextContent(
      'of recipients opened Check in of 11/06/202038.7%',
    );
    await user.click(list.getByRole('button', { name: 'Check in' }));
    expect(await screen.findByRole('dialog', { name: 'Check in' })).toBeVisible();
    vi.restoreAllMocks();
  });
});

describe('What a campaign did', () => {
  const ran = (id: string, name: string, date: string, type = 'SuperScore email') => ({
    ...run(name, date),
    'Campaign.campaignId': id,
    'Campaign.campaignType': type,
  });
  const effectOf = async (name: RegExp) =>
    within(await screen.findByRole('row', { name }))
      .getAllByRole('cell')
      .at(-1);
  const points = (value: number) => ({ value, because: null });

  it('is told as its dialog tells it: beside members who were not contacted, beyond the margin, and old enough', async () => {
    const effects: Record<string, Partial<CampaignEffect>> = {
      R1: { points: points(-9), clear: false },
      E1: {},
      E2: { state: 'early', after: '2020-09', points: { value: null, because: 'np' } },
      E3: { points: points(-4.2), clear: true },
    };
    portal({
      user: dana,
      effect: (id) => effects[id]!,
      reply: answerTo('Campaign.recipients', {
        data: [
          ran('E2', 'Bring super together', '2020-06-20'),
          ran('E1', 'Nominate a beneficiary', '2020-05-14'),
          ran('E3', 'Check your insurance', '2020-04-02'),
          ran('R1', 'Annual report', '2020-05-20', 'SuperScore report'),
        ],
      }),
    });
    openAt('/dashboard');
    expect(await screen.findByText('10.0 pp more acted')).toHaveClass('text-good');
    expect(await effectOf(/Nominate a beneficiary/)).toHaveTextContent('10.0 pp more acted');
    expect(await screen.findByText('4.2 pp fewer acted')).toHaveClass('text-attention');
    expect(await screen.findByText('no clear effect: 9.0 pp fewer, within the margin')).not.toHaveClass(
      'text-attention',
    );
    expect(await effectOf(/Annual report/)).toHaveTextContent('no clear effect: 9.0 pp fewer, within the margin');
    expect(await effectOf(/Bring super/)).toHaveTextContent('too early to say, until September 2020 is complete');
  });
});
