import { cx } from '../../../ui/class-names';
import { reportPage } from '../report-page';
import { noFigures, type NoFigures } from './without-figures';

const SECTIONS = [
  { title: 'For decision', lines: 6 },
  { title: 'For information', lines: 5 },
] as const;
const DECISIONS = 3;
const FIELDS = ['Decision', 'Who does it', 'By when'] as const;

/** Two sections with lines to write on. */
const Matters = () => (
  <>
    {SECTIONS.map(({ title, lines }, at) => (
      <section key={title} aria-label={title} className="rounded-md border-[0.5pt]" style={{ borderColor: '#CBD3CD' }}>
        <h2
          className={cx(
            'rounded-t-md px-[18px] py-[9px] text-[17px] font-[650] leading-6',
            at === 0 ? 'bg-brand-soft text-brand' : 'bg-sunken',
          )}
        >
          {title}
        </h2>
        <ol className="px-[18px] pb-[14px]">
          {Array.from({ length: lines }, (_, i) => (
            <li key={i} className="grid h-[42px] grid-cols-[34px_1fr] items-end">
              <b className="text-[16px] font-[620] leading-[22px] text-brand">{i + 1}</b>
              <span className="border-b border-line-strong" />
            </li>
          ))}
        </ol>
      </section>
    ))}
    <div className="mt-auto">
      <h2 className="text-[14px] font-semibold">Decision taken</h2>
      <div className="mt-1 grid grid-cols-[1fr_150px_150px] gap-x-4 gap-y-[8px] text-[12px] text-ink-3">
        {Array.from({ length: DECISIONS }, (_, row) =>
          FIELDS.map((field) => (
            <div key={`${row} ${field}`} className="h-[44px] border-b border-line-strong">
              {field}
            </div>
          )),
        )}
      </div>
    </div>
    <p className="text-[12px] leading-[16px] text-ink-3">
      This page is for the committee’s own words; they are not checked against the figures.
    </p>
  </>
);

export const matters = reportPage<NoFigures>({
  id: 'matters',
  number: '',
  title: 'Matters for the committee',
  useFigures: noFigures,
  isPublished: () => true,
  sentence: () => 'What the committee decides at this meeting, and what it wants to know until the next.',
  withoutFigures: true,
  Body: Matters,
});
