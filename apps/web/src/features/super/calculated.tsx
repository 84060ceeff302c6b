import { explanations } from '@superscope/contracts/explanations';
import type { View } from '../../portal/analytics/figures-view';
import { isNarrowed } from '../../portal/filters/filters';
import { useHeadcount } from '../../portal/figures/use-headcount';
import { countText } from '../../portal/figures/figure-text';
import { lastOfMonth } from '../../portal/period/period';
import { Card, Section as PageSection } from '../../ui/card';
import { date, sydneyToday } from '../../ui/format';
import type { Section } from './sections';

const ID = 'how-this-is-calculated';

/** Leads to the rules at the end of the page, for the keyboard too. */
export const CalculationLink = () => (
  <button
    type="button"
    onClick={() => {
      const section = document.getElementById(ID);
      section?.scrollIntoView();
      section?.focus({ preventScroll: true });
    }}
    className="link hover:underline"
  >
    How this is calculated
  </button>
);

/** The rules of scoring, from the explanations kept beside the code, and the members that the figures cover. */
export function Calculated({ section, view }: { section: Section; view: View }) {
  const { data, failed } = useHeadcount(view);
  const newest = data?.months.at(-1);
  // Exact figures of the current month are as at today.
  const end = newest === undefined ? '' : lastOfMonth(newest);
  const today = sydneyToday();
  const day = end > today ? today : end;
  return (
    <PageSection
      id={ID}
      title="How this is calculated"
      note={
        failed
          ? 'The number of members did not load'
          : data &&
            newest && (
              <>
                {isNarrowed(view) ? 'Filtered members' : 'Members'}: {countText(data.newest)}, as at {date(day)}
              </>
            )
      }
    >
      <Card>
        <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2">
          {section.explained.map((id) => {
            const entry = explanations.find((each) => each.id === id);
            return (
              entry && (
                <div key={id}>
                  <dt className="text-base font-semibold">{entry.title}</dt>
                  <dd className="mt-0.5 max-w-[68ch] text-base text-ink-2">{entry.rule}</dd>
                </div>
              )
            );
          })}
        </dl>
        <p className="mt-4 border-t pt-3 text-sm text-ink-3">
          General information about your plan, not personal advice.
        </p>
      </Card>
    </PageSection>
  );
}
