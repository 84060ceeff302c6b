import type { DefaultCover, InsuranceAdvice } from '@superscope/contracts/member-advice';
import { openText, startText } from '../../portal/calculator/cover-rules-text';
import { date, dollars, money, number } from '../../ui/format';
import { NoData } from '../../ui/states';
import { Cell, Metric, Metrics, Part, ResultTable, Row } from '../../portal/calculator/result-parts';
import { GeneralInformation, MemberFacts, Rules } from './advice-parts';
import { missingText, percentText, pointsText } from './advice-text';

type Position = NonNullable<InsuranceAdvice['position']>;

/** How a member's death cover stands to the need, what they have by default, and what the rules say. */
export const InsuranceAdviceBody = ({ of }: { of: InsuranceAdvice }) => (
  <>
    <MemberFacts of={of.member} />
    {of.position === null ? (
      <Part title="Cover and need" padded>
        <NoData>{missingText(of.missing)}</NoData>
      </Part>
    ) : (
      <CoverAndNeed of={of} position={of.position} />
    )}
    <CoverTable of={of} />
    {of.position !== null && of.position.short > 0 && <ExtraCover of={of} short={of.position.short} />}
    <Rules ids={['lifeInsurance', 'lifeInsuranceIndicatorResult']} />
    <Part title="Before cover is changed" padded>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-2">
        <li>
          The need is an estimate from age and salary. Debts, dependants, other insurance and a partner’s income can
          make it larger or smaller.
        </li>
        <li>More cover costs more, and its premiums are paid from the account, which leaves less for retirement.</li>
        <li>
          Above automatic acceptance, and for most changes after joining, the insurer asks about health before it
          accepts.
        </li>
        <li>
          By law cover ends after 16 months without a contribution unless the member asks to keep it
          {of.defaults === null || of.defaults.rules === null
            ? ', and default cover begins at age 25 and with $6,000 in the account.'
            : '.'}
        </li>
      </ul>
    </Part>
    <GeneralInformation asAt={of.member.asAt}>It is no offer of insurance.</GeneralInformation>
  </>
);

const TONES: Partial<Record<Position['indicator'], string>> = {
  None: 'text-attention',
  'Under insured': 'text-attention',
};

function CoverAndNeed({ of, position }: { of: InsuranceAdvice; position: Position }) {
  const { indicator, points, need, multiple, coveredPercent, short, over } = position;
  return (
    <Metrics className="mt-4" label="Cover and need" foot={<NeedBar of={of} position={position} />}>
      <Metric label="Insurance indicator" value={indicator} tone={TONES[indicator]}>
        {pointsText(points)} in life insurance
      </Metric>
      <Metric label="Estimated need" value={dollars(need)}>
        {number(multiple, 2)} times salary at age {of.member.age}
      </Metric>
      <Metric label="Death cover and balance" value={percentText(Math.round(coveredPercent))}>
        of the need; on target from 80%
      </Metric>
      {over > 0 && (
        <Metric label="Above one and a half needs" value={dollars(over)}>
          of death cover
        </Metric>
      )}
      {short > 0 && (
        <Metric label="Cover that is missing" value={dollars(short)}>
          to meet the need with the balance, or half of it by itself
        </Metric>
      )}
    </Metrics>
  );
}

/** Cover and balance beside the need, with the mark from which cover is on target. */
function NeedBar({ of: { member }, position: { need, coveredPercent } }: { of: InsuranceAdvice; position: Position }) {
  const balance = Math.max(0, member.balance ?? 0);
  const cover = (coveredPercent / 100) * need - balance;
  const width = Math.max(need, cover + balance) * 1.04;
  const part = (amount: number) => `${(100 * amount) / width}%`;
  return (
    <div className="border-t px-5 py-3.5">
      <p className="flex flex-wrap gap-x-4 text-sm text-ink-2">
        <span>
          <i aria-hidden className="mr-1.5 inline-block size-2.5 rounded-full bg-plot" />
          Death cover {dollars(cover)}
        </span>
        <span>
          <i aria-hidden className="mr-1.5 inline-block size-2.5 rounded-full bg-brand-line" />
          Balance {dollars(balance)}
        </span>
        <span>Mark: 80% of the need, {dollars(need * 0.8)}</span>
      </p>
      <span className="relative mt-2.5 block h-2.5 overflow-hidden rounded-full bg-track" aria-hidden>
        <i className="absolute inset-y-0 left-0 bg-plot" style={{ width: part(cover) }} />
        <i className="absolute inset-y-0 bg-brand-line" style={{ left: part(cover), width: part(balance) }} />
        <i className="absolute inset-y-0 w-0.5 bg-ink" style={{ left: part(need * 0.8) }} />
      </span>
    </div>
  );
}

/** What the member has, and what their category has by default. */
function CoverTable({ of: { now, defaults, defaultsProblem } }: { of: InsuranceAdvice }) {
  const { currentInsurance: held } = now;
  const rows = [
    ['Death', held.deathCover, held.deathPremium, defaults?.death, defaults?.deathTpdAal],
    ['Total and permanent disablement', held.tpdCover, held.tpdPremium, defaults?.tpd, defaults?.deathTpdAal],
    ['Salary continuance a month', held.sciCover, held.sciPremium, defaults?.sci, defaults?.sciAal],
  ] as const;
  const shown = (amount: number | null | undefined) => (amount == null ? 'not known' : dollars(amount));
  return (
    <Part
      title="Cover now and by default"
      note={[
        now.asAt === null ? 'No snapshot is known' : `Snapshot of ${date(now.asAt)}`,
        ...(defaults === null ? [] : [`default of ‘${defaults.categoryName}’ at this age and salary`]),
      ].join('; ')}
    >
      <ResultTable
        heads={[
          'Cover',
          'Now',
          'Premium a month',
          defaults === null ? null : 'Default',
          defaults === null ? null : 'Accepted up to',
        ]}
      >
        <tbody>
          {rows.map(([name, cover, premium, byDefault, limit]) => (
            <Row key={name} name={name}>
              <Cell>{shown(cover)}</Cell>
              <Cell>{premium === null ? 'not known' : money(premium)}</Cell>
              {defaults !== null && <Cell>{byDefault === 0 ? 'none' : shown(byDefault)}</Cell>}
              {defaults !== null && <Cell>{shown(limit)}</Cell>}
            </Row>
          ))}
        </tbody>
      </ResultTable>
      <p className="border-t px-5 py-3 text-sm text-ink-2">
        {defaults === null ? defaultsProblem : defaultText(defaults)}
      </p>
    </Part>
  );
}

/** What keeps default cover out, the ages of the category's rules, and the terms of salary continuance. */
function defaultText({ notes, rules, sciDaysWait, sciBenefitPeriod }: DefaultCover): string {
  const period = /^to /i.test(sciBenefitPeriod) ? `the time ${sciBenefitPeriod}` : sciBenefitPeriod;
  return [
    ...notes,
    ...(rules === null ? [] : [`Open: ${openText(rules)}`, startText(rules)]),
    `Salary continuance begins after ${sciDaysWait} days and is paid for ${period}.`,
    'Up to the limit the insurer does not ask about health.',
  ].join(' ');
}

/** What the missing cover would cost. */
const ExtraCover = ({ of: { extra, extraProblem }, short }: { of: InsuranceAdvice; short: number }) => (
  <Part title="What the missing cover would cost" padded>
    {extra === null ? (
      <p className="text-ink-2">
        {dollars(short)} of death cover cannot be priced. {extraProblem}
      </p>
    ) : (
      <p className="text-ink-2">
        <b className="font-semibold text-ink">{dollars(extra.death)}</b> of death cover more would cost{' '}
        <b className="font-semibold text-ink">{money(extra.monthlyPremium)} a month</b> ({money(extra.annualPremium)} a
        year) today, by the plan’s rates of {date(extra.ratesFrom)}.{' '}
        {extra.aboveLimit > 0
          ? `${dollars(extra.aboveLimit)} of the cover would be above automatic acceptance.`
          : 'All of the cover would be within automatic acceptance, but consent to an increase is not promised.'}{' '}
        Indicative until the insurer accepts it.
      </p>
    )}
  </Part>
);
