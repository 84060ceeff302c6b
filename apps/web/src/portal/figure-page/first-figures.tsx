import { CalendarClock } from 'lucide-react';
import { useMemo } from 'react';
import { useLoadQuery } from '../analytics/analytics.api';
import { COUNT, headcountQuery } from '../analytics/figures-view';
import { readRows } from '../analytics/result';
import { lastOfMonth } from '../period/period';
import { publishedOn } from '../period/published-on';
import { Card } from '../../ui/card';
import { date, sydneyToday } from '../../ui/format';
import { EmptyState } from '../../ui/states';
import { CountFigure } from '../figures/figure';

interface Props {
  planId: string;
  /** yyyy-MM of the plan's first and its newest month. */
  firstMonth: string;
  lastMonth: string;
}

/** For a plan without a closed month: when its first figures are published, and how many members it has. */
export function FirstFigures({ planId, firstMonth, lastMonth }: Props) {
  const query = useMemo(() => headcountQuery(planId, [`${lastMonth}-01`, lastOfMonth(lastMonth)]), [planId, lastMonth]);
  const { currentData } = useLoadQuery({ planId, audience: 'employer', query });
  const count = currentData && readRows(currentData)[0]?.cell(COUNT);
  return (
    <Card className="grid min-h-96">
      <EmptyState icon={CalendarClock} title="No figures yet">
        <p>
          The first, of {date(lastOfMonth(firstMonth))}, are published {publishedOn(firstMonth, sydneyToday())}.
        </p>
        {count && (
          <p className="mt-4" aria-label="Members">
            <CountFigure count={count} className="metric text-ink" /> <span className="text-ink-3">members now</span>
          </p>
        )}
      </EmptyState>
    </Card>
  );
}
