import type { InsuranceQuotation } from '@superscope/contracts/insurance-calculation';
import { Info, TriangleAlert } from 'lucide-react';
import { Metric, Metrics, Part } from '../calculator/result-parts';
import { loadingText, openText, rulesNote, startText } from '../calculator/cover-rules-text';
import { cx } from '../../ui/class-names';
import { date, money } from '../../ui/format';
import { Acceptance } from './acceptance';
import { CoverNow, premiumNow, type Insured } from './cover-now';
import { aboveLimitText, factorsText, fallsText } from './insurance-text';
import { QuotationTable } from './quotation-table';

interface Props {
  of: InsuranceQuotation;
  /** The member's cover now, which stands beside it; null of a new member. */
  now: Insured | null;
  /** The member's name. */
  who: string;
  /** While the form no longer says the same. */
  dimmed: boolean;
}

/** What a run found. */
export function QuotationResult({ of, now, who, dimmed }: Props) {
  const paidNow = now && premiumNow(now);
  const falls = now && fallsText(of, now.currentInsurance);
  return (
    <div className={cx('settle min-w-0', dimmed && 'opacity-50')} aria-busy={dimmed}>
      <Metrics
        label="Result"
        foot={
          <p className="flex flex-wrap gap-x-4 gap-y-1 border-t bg-sunken px-5 py-2.5 text-sm text-ink-2">
            <span>
              Age next birthday <b className="font-semibold text-ink">{of.ageNextBirthday}</b>
            </span>
            <span>
              Rates of <b className="font-semibold text-ink">{date(of.ratesFrom)}</b>, {of.gender.toLowerCase()}
            </span>
            <span>
              {of.occupationGroup} factor <b className="font-semibold text-ink">{factorsText(of.factors)}</b>
            </span>
          </p>
        }
      >
        <Metric label="Premium quoted" value={money(of.monthlyPremiumTotal)}>
          a month, {money(of.premiumTotal)} a year
        </Metric>
        {paidNow !== null && <AgainstNow quoted={of.monthlyPremiumTotal} now={paidNow} />}
        <Consent of={of} />
      </Metrics>
      {falls !== null && (
        <p className="card mt-4 flex items-start gap-2 px-5 py-3 text-base font-semibold text-attention">
          <TriangleAlert size={18} className="mt-0.5 shrink-0" aria-hidden />
          {falls}
        </p>
      )}
      <QuotationTable of={of} />
      <div
        className={cx('mt-4 grid grid-cols-1 items-start gap-4', now !== null && 'xl:grid-cols-2 print:grid-cols-2')}
      >
        <Acceptance of={of} />
        {now !== null && <CoverNow of={now} />}
      </div>
      <Part title="Ages and default cover" note={rulesNote(of.rules)} padded>
        <p>{openText(of.rules)}</p>
        {of.rules !== null && <p className="mt-1">{startText(of.rules)}</p>}
        {of.assumed.map((sentence) => (
          <p key={sentence} className="mt-1 font-medium text-attention">
            {sentence}
          </p>
        ))}
        {loadingText(of.rules) !== '' && <p className="mt-1">{loadingText(of.rules)}</p>}
      </Part>
      <p className="mt-4 flex items-start gap-2 text-sm text-ink-2">
        <Info size={16} className="mt-px shrink-0" aria-hidden />
        <span>
          General information, not personal advice and no offer of insurance.{' '}
          {of.rules === null &&
            'By law default cover begins at age 25 and with $6,000 in the account; the quotation looks at neither.'}
          {of.isRecorded && ` Recorded among the events of ${who}.`}
        </span>
      </p>
    </div>
  );
}

function AgainstNow({ quoted, now }: { quoted: number; now: number }) {
  const more = Math.round((quoted - now) * 100) / 100;
  const label = more === 0 ? 'The same as now' : more > 0 ? 'More than now' : 'Less than now';
  return (
    <Metric label={label} value={money(Math.abs(more))}>
      a month; now {money(now)}
    </Metric>
  );
}

/** What the documents say of the limits. Whether the insurer accepts a voluntary increase is the insurer's to say. */
function Consent({ of }: { of: InsuranceQuotation }) {
  const above = aboveLimitText(of);
  return above === null ? (
    <Metric label="Within automatic acceptance" value="All cover">
      {of.isAalOfCategory ? 'by the category’s documents' : 'by the usual limits; the category names none'}
      {of.voluntary.length > 0 && '; consent to voluntary cover is not promised'}
    </Metric>
  ) : (
    <Metric label="Needs the insurer’s consent" value={above.value} tone="text-attention">
      {above.note}
    </Metric>
  );
}
