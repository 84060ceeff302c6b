import type { ConsultationContent } from '@superscope/contracts/consultation';
import { Part } from '../../portal/calculator/result-parts';
import { date } from '../../ui/format';

const from = (day: string | null): string => (day === null ? 'none in force' : `in force from ${date(day)}`);

/** Every table and date that a consultation stands on. */
function groundsOf({ fees, cover, asfa, on }: ConsultationContent): [string, string][] {
  const grounds: [string, string][] = [['All calculated', date(on)]];
  if (fees !== null) {
    const { balanceAsAt, feesAsAt } = fees.comparison;
    if (balanceAsAt !== null) grounds.push(['Balances', `month end ${date(balanceAsAt)}`]);
    for (const { mark, name, platformName, feesFrom, listedOn } of fees.netBenefit.sides) {
      grounds.push([`${mark} ${name}: fees of ${platformName}, as at ${date(feesAsAt)}`, from(feesFrom)]);
      if (listedOn !== null)
        grounds.push([`${mark} ${name}: returns, growth share and risk`, `list of ${date(listedOn)}`]);
    }
  }
  if (cover !== null) {
    const { quotation, need, now } = cover;
    grounds.push(['Premium rates', from(quotation?.ratesFrom ?? need.ratesFrom)]);
    if (quotation !== null) grounds.push(['Cover rules', from(quotation.rules?.validFrom ?? null)]);
    if (now?.asAt != null) grounds.push(['Cover and premiums now', `month end ${date(now.asAt)}`]);
  }
  if (asfa?.known != null) {
    const { asAt, standardOf, targetFrom } = asfa.known;
    grounds.push(['Projection', `figures of ${date(asAt)}`], ['ASFA’s standard', from(standardOf)]);
    grounds.push(['ASFA’s target balances', from(targetFrom)]);
  }
  return grounds;
}

export const GroundsPart = ({ of }: { of: ConsultationContent }) => (
  <Part title="What it stands on" note="Tables and dates of every figure">
    <dl className="border-t px-5 py-3 text-base">
      {groundsOf(of).map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 py-1">
          <dt className="min-w-0 text-ink-2 wrap-anywhere">{name}</dt>
          <dd className="shrink-0 text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  </Part>
);
