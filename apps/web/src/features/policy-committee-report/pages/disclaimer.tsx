import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ATTENTION_SCORE, ATTENTION_SHARE } from '../../../portal/figures/scored-areas';
import { quarterEndBefore } from '../../../portal/period/period';
import { cx } from '../../../ui/class-names';
import { date } from '../../../ui/format';
import { Held, PrintedChange } from '../kit/printed';
import { anchorOf, reportPage, type Entry, type PageProps } from '../report-page';
import { noFigures, type NoFigures } from './without-figures';

const UNCLEAR = { by: 0, percent: 0, clear: false, rounded: false };

function Disclaimer({ report: { plan, period, whole }, contents }: PageProps<NoFigures>) {
  const signs: [string, ReactNode, string][] = [
    ['few', <Held reason="<11" />, 'Fewer than about 11 members, even none.'],
    ['np', <Held reason="np" />, 'Would let a person be worked out, or rests on too few; np in tables.'],
    [
      'least',
      <b className="font-semibold">about 60&nbsp;% or more</b>,
      'At least this share; the rest are too few to show.',
    ],
    ['unclear', <PrintedChange change={UNCLEAR} />, 'The difference is too small to tell from chance.'],
    [
      'attention',
      <span className="inline-flex items-center gap-1.5 font-semibold text-attention">
        <TriangleAlert size={15} aria-hidden />
        Attention
      </span>,
      `Above ${ATTENTION_SHARE}% of members, or a score under ${ATTENTION_SCORE} of 1.`,
    ],
    [
      'quarter',
      <span className="rounded-full bg-sunken px-2.5 text-[12px] font-semibold leading-[20px] text-ink-2">
        Quarter end {date(quarterEndBefore(whole.dateRange[1]))}
      </span>,
      'Figures by age, gender, state or salary are of a quarter end.',
    ],
  ];
  return (
    <div className="grid flex-1 grid-cols-[1fr_236px] gap-[22px]">
      <div className="flex flex-col justify-between gap-[10px] text-[13.4px] leading-[19px]">
        <Part title="What it may be used for">
          It helps a policy committee see how the plan’s members are doing and decide what to ask of the fund and the
          employer. It does not take account of anybody’s objectives, financial situation or needs. Before acting on it
          a person should read the product disclosure statement and consider getting advice. Past returns do not predict
          future returns.
        </Part>
        <Part title="Whose figures they are">
          All figures are of members of {plan.name} whom the fund knows. Super that members hold elsewhere is not known
          to us. Projections assume that contributions go on without a break until 67.
        </Part>
        <Part title="How members are protected">
          Small random adjustments keep any one person from being worked out. So parts may not add up to their total,
          and a figure can differ slightly from your own records. The plan’s members, joiners, leavers, salaries and
          employer contributions are exact.
        </Part>
        <section>
          <h2 className="text-[14px] font-semibold">Signs you will meet</h2>
          <table className="pcr-table mt-1">
            <tbody>
              {signs.map(([key, sign, meaning]) => (
                <tr key={key}>
                  <td className="w-[184px]">{sign}</td>
                  <td className="!whitespace-normal !text-left text-ink-2">{meaning}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <Part title="Stars and points">
          Each member’s SuperScore adds five areas of one star each. Three stars are the aim. pp means percentage
          points: from 48% to 50% is 2 pp. Changes are since {date(period.start)} unless said otherwise.
        </Part>
      </div>
      <nav aria-label="In this report" className="flex flex-col rounded-md bg-sunken px-[18px] py-[16px]">
        <h2 className="text-[14px] font-semibold">In this report</h2>
        <ul className="mt-2 flex flex-1 flex-col justify-between">
          {listedIn(contents).map((entry, i, all) => (
            <li
              key={entry.id}
              className={cx(
                'border-t py-[4px]',
                i > 0 && kindOf(entry) !== kindOf(all[i - 1]!) ? 'border-line-strong' : 'border-transparent',
              )}
            >
              <a href={`#${anchorOf(entry)}`} className="flex items-baseline justify-between">
                <span>{entry.short ?? entry.title}</span>
                <b className="font-semibold text-brand">{entry.number}</b>
              </a>
            </li>
          ))}
        </ul>
        <p className="mt-3 border-t border-line-strong pt-2 text-[12px] leading-[16px] text-ink-3">
          S pages: how members are doing. Numbers alone: the plan’s money and people.
        </p>
      </nav>
    </div>
  );
}

/** The cover and the back need no line. */
const listedIn = (contents: readonly Entry[]) => contents.filter(({ id }) => id !== 'cover' && id !== 'back');
const kindOf = ({ number }: Entry) => (number === '' ? 'none' : number.startsWith('S') ? 'S' : 'number');

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="text-[14px] font-semibold">{title}</h2>
    <p className="mt-1 text-ink-2">{children}</p>
  </section>
);

export const disclaimer = reportPage<NoFigures>({
  id: 'disclaimer',
  number: '',
  title: 'Disclaimer',
  useFigures: noFigures,
  isPublished: () => true,
  sentence: () =>
    'This report is general information about the plan; it is not advice to the committee, the employer or any member.',
  withoutFigures: true,
  Body: Disclaimer,
});
