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

describe('What a campaign was about', () => {
  const ran = (name: string, date: string, type = 'SuperScore email') => ({
    ...run(name, date),
    'Campaign.campaignType': type,
  });
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  const plan = { ...kestrel, firstMonth: '2020-04' };

  it('is told as it was before it and is now, with the direction in words', async () => {
    portal({
      user: dana,
      plan,
      reply: answerTo('Campaign.recipients', {
        data: [
          ran('Bring super together', '2020-06-20'),
          ran('Nominate a beneficiary', '2020-05-14'),
          ran('Check your insurance', '2020-04-02'),
          ran('Annual report', '2020-05-20', 'SuperScore report'),
        ],
      }),
    });
    openAt('/dashboard');
    const since = async (name: RegExp) => (await row(name)).getAllByRole('cell').at(-1);
    await (await row(/Nominate a beneficiary/)).findByText('fewer');
    expect(await since(/Nominate a beneficiary/)).toHaveTextContent(
      'No nominated beneficiary 53.3% → then, now 49.0%, fewer',
    );
    await (await row(/Annual report/)).findByText('better');
    expect(await since(/Annual report/)).toHaveTextContent('SuperScore 2.97 → then, now 3.08, better');
    expect((await row(/Bring super/)).getByText('Too soon to tell')).toBeVisible();
    expect((await row(/Check your insurance/)).getByText('No figures from before it')).toBeVisible();
  });
});
