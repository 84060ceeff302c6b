import type { AnalyticsRow } from '@superscope/contracts/analytics/answer';
import type { ServedPage } from '@superscope/contracts/plan-report';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, isAbout, portal } from '../../../test/portal';
import { openAt } from '../../../test/render-app';
import { server } from '../../../test/server';

const [code, members, balance] = ['AssetOwned.assetCode', 'AssetOwned.members', 'AssetOwned.balance'] as const;

/** An option as the platform has it and as it is published; null: not published. */
interface Given {
  code: string;
  lifestage?: true;
  growth: number;
  members: number | null;
  /** Million dollars. */
  millions: number | null;
  margin?: number;
}
const option = (of: Partial<Given> & Pick<Given, 'code'>): Given => ({
  growth: 70,
  members: 400,
  millions: null,
  ...of,
});

const pageOf = (templatePageName: ServedPage['templatePageName'], templatePageNumber: number): ServedPage => ({
  id: templatePageName,
  templatePageName,
  templatePageNumber,
  heading: null,
  pageSections: [],
  entered: null,
  source: null,
  pageResources: [],
});

/** Opens a report of the pages about holdings. The plan has $126.7 million. */
async function report(options: readonly Given[]): Promise<void> {
  const rows: AnalyticsRow[] = options.map((each) => ({
    [code]: each.code,
    'AssetOwned.name': each.code,
    [members]: each.members,
    [balance]: each.millions === null ? null : each.millions * 1e6,
  }));
  const notTold = options.flatMap(({ millions }, row) =>
    millions === null ? [{ row, members: [balance], because: 'np' as const }] : [],
  );
  portal({
    user: dana,
    reply: (query) => {
      if (isAbout(query, 'Asset.count'))
        return {
          data: options.map((each) => ({
            'Asset.assetCode': each.code,
            'Asset.growthPercent': each.growth,
            'Asset.isLifecycle': each.lifestage ? '1|Yes' : '2|No',
          })),
        };
      if (isAbout(query, balance))
        return {
          data: rows,
          suppressed: notTold,
          margins: { [balance]: options.map(({ margin }) => (margin === undefined ? null : margin * 1e6)) },
        };
      return undefined;
    },
  });
  server.use(
    http.get('/api/plans/:planId/reports/template', () =>
      HttpResponse.json({
        template: 'Holdings',
        reportingStartDate: '2020-01-31',
        reportingEndDate: '2020-06-30',
        reportPages: [pageOf('DashboardPage', 1), pageOf('InvestmentPage', 11), pageOf('FundMixPage', 12)],
      }),
    ),
  );
  openAt('/policyCommitteeReport?planId=T.K1');
  await screen.findByRole('region', { name: /Dashboard/ });
}

const page = async (title: string) => within(await screen.findByRole('region', { name: new RegExp(title) }));
type Page = Awaited<ReturnType<typeof page>>;
const rowsOf = (of: Page) =>
  of
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => within(cell).queryByRole('img')?.getAttribute('aria-label') ?? cell.textContent),
    );

describe('What members hold, in the report', () => {
  it('has its margins, and the rest of the plan’s assets beside it', async () => {
    await report([
      option({ code: 'Balanced', millions: 60, margin: 3, growth: 70 }),
      option({ code: 'Lifestage', millions: 40, margin: 2.04, growth: 90, lifestage: true }),
      option({ code: 'Gold', members: 14 }),
    ]);
    const investment = await page('Page 11: Investment');
    expect(rowsOf(investment)).toEqual([
      ['BalancedChoice', '400', '60.0 ± 3.0', '47.4%', '70%'],
      ['LifestageLifestage', '400', '40.0 ± 2.1', '31.6%', '90%'],
      ['Other options, and those that few hold1 option, 1 held by few or none', 'np', '26.7 ± 3.7', '21.0%', 'np'],
      ['All options', '', '126.7', '100%', '78%'],
    ]);
    const growth = within(investment.getByRole('region', { name: 'Growth exposure of the plan' }));
    expect(growth.getByText(/shares, property, infrastructure/)).toHaveTextContent('$78.0M ± $2.8M');
    const mix = await page('Page 12: Portfolio investment mix');
    expect(
      mix.getByText(
        'Of what can be shown, four dollars in ten are in lifestage options; those who choose for themselves hold less growth.',
      ),
    ).toBeVisible();
    expect(
      mix.getByRole('img', {
        name: 'Lifestage 31.6%, of it growth 90.0%; Choice 47.4%, of it growth 70.0%; Other options, and those that few hold 21.0%',
      }),
    ).toBeVisible();
    expect(mix.getByText('Choice 47.4%, $60.0M ± $3.0M')).toBeVisible();
    expect(mix.getByText('Other options, and those that few hold 21.0%, $26.7M ± $3.7M')).toBeVisible();
  });

  it('has no rest where the options were scaled to the plan’s assets', async () => {
    await report([
      option({ code: 'Balanced', millions: 100, margin: 5 }),
      option({ code: 'Lifestage', millions: 26.65376, margin: 2, lifestage: true }),
    ]);
    const investment = await page('Page 11: Investment');
    expect(rowsOf(investment).map(([name]) => name)).toEqual(['BalancedChoice', 'LifestageLifestage', 'All options']);
    const mix = await page('Page 12: Portfolio investment mix');
    expect(mix.queryByText(/few hold/)).toBeNull();
    expect(mix.getByText(/^Two dollars in ten are in lifestage options/)).toBeVisible();
  });

  it('says that it is not published where less than half of the plan’s assets can be shown', async () => {
    await report([option({ code: 'Balanced', millions: 60, margin: 12 }), option({ code: 'Gold', members: 14 })]);
    for (const title of ['Page 11: Investment', 'Page 12: Portfolio investment mix']) {
      const of = await page(title);
      expect(of.getByText(/^What the plan’s \$126.7 million are invested in is not published/)).toBeVisible();
      expect(of.getByText(/Less than half of the plan’s assets are in such options/)).toBeVisible();
      expect(of.queryByText(/\$60|60\.0/)).toBeNull();
    }
    expect((await page('Page 12: Portfolio investment mix')).getByText('Risk profile by members')).toBeVisible();
  });

  it('says so too where no option is published', async () => {
    await report([option({ code: 'Balanced', members: 40 }), option({ code: 'Gold', members: 14 })]);
    expect((await page('Page 11: Investment')).getByText('Not published')).toBeVisible();
  });

  it('is left out where no holdings were ever imported', async () => {
    await report([option({ code: 'Balanced', members: null }), option({ code: 'Gold', members: null })]);
    expect(await screen.findByRole('region', { name: /Dashboard/ })).toBeVisible();
    expect(screen.queryByRole('region', { name: /Investment|mix/ })).toBeNull();
  });
});
