import { ArrowLeftRight } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { View } from '../../portal/analytics/figures-view';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { FigurePage } from '../../portal/figure-page/figure-page';
import { MembersGate } from '../../portal/figure-page/members-gate';
import { LoadingPage } from '../../portal/figure-page/page-states';
import { filterColumns, type FilterColumn } from '../../portal/filters/filters';
import { usePageView, type PageView } from '../../portal/page-header/use-page-view';
import { SEVERAL_PAYROLLS } from '../../portal/filters/filter-rules';
import { Card } from '../../ui/card';
import { IconButton } from '../../ui/icon-button';
import { SearchChoice, type SearchGroup } from '../../ui/search-choice';
import { ErrorState } from '../../ui/states';
import {
  byArea,
  chosenOf,
  dimensionsFor,
  metricsFor,
  refusedWith,
  subjectOf,
  type Catalogue,
  type Chosen,
  type Dimension,
} from './catalogue';
import { everyday } from './everyday-words';
import { headlinesOf, SHARE_KEY } from './headlines';
import { GroupCharts } from './group-charts';
import { NewestFigure } from './newest-figure';
import { OverTime } from './over-time';
import { useCatalogue } from './use-catalogue';

export function AnalyticsPage() {
  const page = usePageView();
  const breakdowns = useBreakdowns(page);
  return (
    <FigurePage title="Analytics" page={page} breakdowns={breakdowns}>
      {(view) => (
        <MembersGate view={view}>
          <Explorer view={view} campaigns={page.campaigns.list} />
        </MembersGate>
      )}
    </FigurePage>
  );
}

interface ExplorerProps {
  view: View;
  campaigns: Campaign[];
}
function Explorer({ view, campaigns }: ExplorerProps) {
  const { catalogue, failed, reference, retry } = useCatalogue(view.planId, view.onePayroll);
  if (catalogue) return <Charts view={view} campaigns={campaigns} catalogue={catalogue} />;
  if (!failed) return <LoadingPage />;
  return (
    <Card className="grid min-h-72">
      <ErrorState
        what="The list of metrics"
        note="Its charts are shown as soon as it does."
        reference={reference}
        onRetry={retry}
      />
    </Card>
  );
}

const NO_BREAKDOWNS: readonly FilterColumn[] = [];

/** The columns that the page's charts are broken down by, which count like filters. Empty until the list of metrics has loaded. */
function useBreakdowns({ plan, audience }: PageView): readonly FilterColumn[] {
  const { catalogue } = useCatalogue(plan?.id ?? null, plan?.onePayroll ?? true);
  const { metric } = useParams();
  const [search] = useSearchParams();
  const named = search.get('dimensions');
  return useMemo(() => {
    if (!catalogue) return NO_BREAKDOWNS;
    const { dimensions } = chosenOf(catalogue, metric, named, audience);
    return filterColumns.filter((column) => dimensions.some(({ key }) => key === column));
  }, [catalogue, metric, named, audience]);
}

/** The question in the address: the metric is part of the path, the dimensions are a parameter. */
function useChosen(catalogue: Catalogue, view: View) {
  const { metric } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const dimensions = search.get('dimensions');
  const { audience } = view;
  const chosen = useMemo(
    () => chosenOf(catalogue, metric, dimensions, audience),
    [catalogue, metric, dimensions, audience],
  );
  const change = (to: Partial<{ metric: string; dimensions: readonly (Dimension | undefined)[] }>) => {
    // The page header owns the rest of the address.
    const next = new URLSearchParams(search);
    const named = to.dimensions?.flatMap((dimension) => dimension?.key ?? []);
    if (named) next.set('dimensions', named.join(','));
    void navigate({ pathname: `/super/analytics/${to.metric ?? chosen.metric.key}`, search: next.toString() });
  };
  return { chosen, change };
}

function Charts({ view, campaigns, catalogue }: ExplorerProps & { catalogue: Catalogue }) {
  const { chosen, change } = useChosen(catalogue, view);
  const { metric, dimensions, unknown } = chosen;
  const { audience, onePayroll } = view;
  const subject = subjectOf(chosen);
  // A card remounts with another question, so that the previous chart does not appear under its title.
  const key = `${metric.key} ${dimensions.map((each) => each.key).join()}`;
  return (
    <>
      <Card className="mb-4">
        <div className="grid items-end gap-3 sm:flex sm:flex-wrap">
          <Pickers view={view} catalogue={catalogue} chosen={chosen} onChange={change} />
          <span className="flex-1" />
          <NewestFigure key={metric.key} view={view} metric={metric} />
        </div>
        {unknown.length > 0 && (
          <p role="status" className="mt-3 text-base text-ink-2">
            The address asks for {unknown.map((name) => `“${name.slice(0, 60)}”`).join(' and ')}, which cannot be shown
            here. Shown instead: {subject}.
            {unknown.includes('salaryGroup') && audience === 'employer' && !onePayroll && ` ${SEVERAL_PAYROLLS}.`}
          </p>
        )}
      </Card>
      <OverTime key={`time ${key}`} view={view} chosen={chosen} campaigns={campaigns} subject={subject} />
      <GroupCharts key={`groups ${key}`} view={view} chosen={chosen} catalogue={catalogue} />
    </>
  );
}

const NONE = 'none';
interface PickersProps {
  view: View;
  catalogue: Catalogue;
  chosen: Chosen;
  onChange: ReturnType<typeof useChosen>['change'];
}
function Pickers({ view: { audience }, catalogue, chosen, onChange }: PickersProps) {
  const { metric } = chosen;
  const [first, second] = chosen.dimensions;
  const pick = (at: 0 | 1, key: string) => {
    const dimension = catalogue.dimensions.find((each) => each.key === key);
    onChange({ dimensions: at === 0 ? [dimension, second] : [first, dimension] });
  };
  const headlines = headlinesOf(catalogue, audience);
  const splits = (other: Dimension | undefined): SearchGroup[] => [
    {
      label: 'No split',
      items: [{ key: NONE, label: other ? 'Nothing more' : 'Nothing', words: 'none', refused: null }],
    },
    ...byArea(catalogue.dimensions).map(({ area, items }) => ({
      label: area,
      items: items.map((dimension) => itemOf(dimension, refusedWith(dimension, metric, other, audience))),
    })),
  ];
  return (
    <>
      <SearchChoice
        label="Show"
        hint="What would you like to see? Try ‘cover’ or ‘login’"
        counted="measures"
        groups={[
          ...(headlines.length === 0
            ? []
            : [{ label: 'Shares on the cards', items: headlines.map(({ item }) => item) }]),
          ...byArea(metricsFor(catalogue, audience)).map(({ area, items }) => ({
            label: area,
            items: items.map((each) => itemOf(each, null)),
          })),
        ]}
        chosen={metric.key}
        onChoose={(key) => {
          const headline = headlines.find(({ item }) => item.key === key);
          onChange(headline ? { metric: SHARE_KEY, dimensions: [headline.dimension] } : { metric: key });
        }}
      />
      <SearchChoice
        label="Split by"
        hint="Try ‘pay’ or ‘where’"
        counted="ways"
        groups={splits(second)}
        chosen={first?.key ?? NONE}
        onChoose={(key) => pick(0, key)}
      />
      {first && second && (
        <IconButton
          label="Swap the two splits"
          icon={ArrowLeftRight}
          onClick={() => onChange({ dimensions: [second, first] })}
        />
      )}
      {first && dimensionsFor(catalogue, metric, first, audience).length > 0 && (
        <SearchChoice
          label="And by"
          hint="Try ‘pay’ or ‘where’"
          counted="ways"
          groups={splits(first)}
          chosen={second?.key ?? NONE}
          onChoose={(key) => pick(1, key)}
        />
      )}
    </>
  );
}

const itemOf = ({ key, title }: { key: string; title: string }, refused: string | null) => ({
  key,
  label: title,
  words: everyday(key).words ?? '',
  refused,
});
