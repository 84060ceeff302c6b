import { longMonth } from '../../ui/format';

/** Says which month a change leaves out because it is not over; `month` is yyyy-MM. Draws nothing without one. */
export const PartMonthNote = ({ month }: { month: string | null }) =>
  month === null ? null : (
    <p className="mt-1 text-sm text-ink-3">The change leaves out {longMonth(month)}, which is not over.</p>
  );
