import { Fragment, type ReactNode } from 'react';
import { Card } from '../../ui/card';
import { ErrorState } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import type { View } from '../analytics/figures-view';
import { FileOrigin } from '../files/file-origin';
import { FilterBar, FilterButton, useFilterOpen } from '../filter-bar/filter-bar';
import type { FilterColumn } from '../filters/filters';
import { PageHeader } from '../page-header/page-header';
import type { PageView } from '../page-header/use-page-view';
import { DroppedFilter } from './dropped-filter';
import { FirstFigures } from './first-figures';
import { UnknownPeriod } from './unknown-period';
import { LoadingPage, NoFigures, NoPlan, OutOfReach, Unfiltered } from './page-states';

interface Props {
  title: string;
  page: PageView;
  /** Columns that charts of the page are broken down by. */
  breakdowns?: readonly FilterColumn[];
  /** The page is about all members of the plan: it has no filter. */
  ofWholePlan?: boolean;
  /** Buttons for the page as a whole, in its header. */
  actions?: ReactNode;
  /** The cards of the page, once the plan and the period are known. They remount for another plan or audience. */
  children: (view: View) => ReactNode;
}

/** A page of figures of one plan: the shared header, and the states below it while there are no figures to show. */
export function FigurePage({ title, page, breakdowns = NONE, ofWholePlan = false, actions, children }: Props) {
  usePageTitle(title);
  const filter = useFilterOpen();
  const filters = !ofWholePlan && (page.view !== null || page.isLoading);
  return (
    <>
      <PageHeader
        title={title}
        view={page}
        breakdowns={breakdowns}
        ofWholePlan={ofWholePlan}
        filter={filters && <FilterButton opened={filter} />}
        actions={actions}
      />
      <UnknownPeriod />
      <DroppedFilter page={page} />
      {filters && <FilterBar page={page} breakdowns={breakdowns} open={filter.open} />}
      <FigurePageBody page={page}>{children}</FigurePageBody>
    </>
  );
}
const NONE: readonly FilterColumn[] = [];

/** The figures, or the state that replaces them: loading, failed, no plan, or no figures. */
export function FigurePageBody({ page, children }: Pick<Props, 'page' | 'children'>) {
  if (page.outOfReach) return <OutOfReach own={page.outOfReach.own} />;
  if (page.failed) {
    return (
      <Card className="grid min-h-72">
        <ErrorState
          what="The plan"
          note="Its figures are shown as soon as it does."
          reference={page.reference}
          onRetry={page.retry}
        />
      </Card>
    );
  }
  if (page.isLoading) return <LoadingPage />;
  if (!page.plan) return <NoPlan selectable={page.selectable} />;
  const { id, firstMonth, lastMonth, closedMonth } = page.plan;
  if (page.view) {
    // The key remounts every figure for another plan or audience, so that no earlier figures remain on screen.
    return (
      <Fragment key={`${id} ${page.audience}`}>
        <FileOrigin plan={page.plan.name} view={page.view}>
          {children(page.view)}
        </FileOrigin>
      </Fragment>
    );
  }
  if (firstMonth === null || lastMonth === null) return <NoFigures />;
  if (closedMonth === null) return <FirstFigures planId={id} firstMonth={firstMonth} lastMonth={lastMonth} />;
  return (
    <Unfiltered title="No figures yet">
      Filtered figures are as at the end of a quarter, and none has ended yet.
    </Unfiltered>
  );
}
