import { lazy, Suspense, useMemo, type ComponentType } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { DroppedFilter } from '../portal/figure-page/dropped-filter';
import { FigurePageBody } from '../portal/figure-page/figure-page';
import { MembersGate } from '../portal/figure-page/members-gate';
import type { ChartProps } from '../portal/feature';
import { useAnnouncedPage } from '../portal/page-file/use-announced-page';
import { usePageView, type PageView } from '../portal/page-header/use-page-view';
import { READERS_NOTE_START } from '../portal/page-header/readers-note-text';
import { AsFile } from '../ui/as-file';
import { date } from '../ui/format';
import { StillLoading } from '../ui/unfinished';
import { chartOf } from './features';
import { pageCode } from './stale-code';
import { NotFound } from './told.page';

/** A single chart as it appears in a file: published figures, with the filters of the address. */
export function ChartFilePage() {
  const { chartId = '' } = useParams();
  const chart = chartOf(chartId);
  const Chart = useMemo(
    () => chart && lazy<ComponentType<ChartProps>>(async () => ({ default: await pageCode(chart.load) })),
    [chart],
  );
  return Chart ? <Alone id={chartId} Chart={Chart} /> : <NotFound />;
}

function Alone({ id, Chart }: { id: string; Chart: ComponentType<ChartProps> }) {
  const [search] = useSearchParams();
  const page = usePageView({ onlyPublished: true });
  const { plan, campaigns } = page;
  return (
    <main data-file className="chart-file paper mx-auto max-w-[960px] bg-surface p-4 text-ink">
      <AsFile value={search.get('as') === 'table' ? 'table' : 'drawing'}>
        <DroppedFilter page={page} inFile />
        <FigurePageBody page={page}>
          {(view) =>
            plan && (
              <MembersGate view={view}>
                <Suspense fallback={<StillLoading />}>
                  <Chart id={id} plan={plan} view={view} campaigns={campaigns.list} />
                </Suspense>
                <Source page={page} />
              </MembersGate>
            )
          }
        </FigurePageBody>
      </AsFile>
      {/* Comes last, so that its effects run after those of the chart. */}
      <Announced page={page} />
    </main>
  );
}

function Announced({ page }: { page: PageView }) {
  useAnnouncedPage(page);
  return null;
}

/** Names the plan and the period, because a file is passed on without its page. The chart itself names the months that it shows. */
const Source = ({ page: { planName, period } }: { page: PageView }) => (
  <p data-told className="mt-3 px-1 text-sm text-ink-3">
    {planName}, {period && `${date(period.start)} to ${date(period.end)}`}. {READERS_NOTE_START}
  </p>
);
