import type { Plan } from '@superscope/contracts/plan';
import type { ReactNode } from 'react';
import type { PeriodOption } from '../../portal/period/period';
import { date } from '../../ui/format';
import { useTight } from '../../portal/report-paper/use-tight';
import { Logo } from '../../ui/logo';
import { Under } from '../../ui/heading';

/** The header and footer of every page. */
export interface SheetProps {
  plan: Plan;
  period: PeriodOption;
  /** The date of the figures, yyyy-MM-dd. */
  figuresOf: string | null;
  page: number;
  pages: number;
}

interface Props extends SheetProps {
  title: string;
  note: string;
  children: ReactNode;
}

/** One page of A4. Nothing on it can be pressed, so that paper and screen say the same. */
export function Sheet({ plan, period, figuresOf, page, pages, title, note, children }: Props) {
  const sheet = useTight(true, { body: '.sheet-body', tight: 'sheet-tight' });
  return (
    <section ref={sheet} aria-label={`Page ${page} of ${pages}: ${title}`} className="page-sheet sheet paper">
      <header className="sheet-head">
        <Logo size={28} />
        <p className="min-w-0 flex-1">
          <b className="font-semibold text-ink">PCM Report</b> for the policy committee meeting
          <span className="block wrap-anywhere">{plan.name}</span>
        </p>
        <p className="shrink-0 text-right">
          <span className="block">
            {date(period.start)} to {date(period.end)}
          </span>
          {figuresOf !== null && <span className="block">Figures of {date(figuresOf)}</span>}
        </p>
      </header>
      <h2 className="sheet-title">{title}</h2>
      <p className="text-ink-2">{note}</p>
      <div className="sheet-body">
        <Under title={title}>{children}</Under>
      </div>
      <footer className="sheet-foot">
        <span>{plan.platform.name}. General information, not personal advice.</span>
        <span>
          {page} of {pages}
        </span>
      </footer>
    </section>
  );
}

/** A named part of a page. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="sheet-part">
    <h3 className="mb-2 text-[12pt] font-semibold leading-[16pt]">{title}</h3>
    <Under title={title}>{children}</Under>
  </div>
);
