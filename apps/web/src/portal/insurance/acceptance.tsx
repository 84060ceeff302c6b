import type { InsuranceQuotation, PremiumLineAnswer } from '@superscope/contracts/insurance-calculation';
import { TriangleAlert } from 'lucide-react';
import { Part } from '../calculator/result-parts';
import { cx } from '../../ui/class-names';
import { trimmedMoney } from '../../ui/format';

/** How the covers stand to the limits up to which the insurer accepts them, and the category's terms of salary continuance. */
export function Acceptance({ of }: { of: InsuranceQuotation }) {
  const cover = (type: PremiumLineAnswer['type']) =>
    [...of.default, ...of.voluntary].reduce((sum, line) => (line.type === type ? sum + line.cover : sum), 0);
  const [death, tpd] = [cover('Death'), cover('TPD')];
  return (
    <Part title="Automatic acceptance" note="Above the mark the insurer asks about health" className="">
      {death === tpd ? (
        <Limit name="Death and TPD, each" cover={death} limit={of.deathTpdAal} />
      ) : (
        <>
          <Limit name="Death" cover={death} limit={of.deathTpdAal} />
          <Limit name="TPD" cover={tpd} limit={of.deathTpdAal} />
        </>
      )}
      <Limit name="Salary continuance a month" cover={cover('SCI')} limit={of.sciAal} />
      <dl className="grid grid-cols-2 border-t text-base">
        <Term name="Default waiting period" value={`${of.defaultSciDaysWait} days`} />
        <Term name="Default benefit period" value={of.defaultSciBenefitPeriod} />
      </dl>
    </Part>
  );
}

function Limit({ name, cover, limit }: { name: string; cover: number; limit: number }) {
  const isOver = cover > limit;
  const width = Math.max(cover, limit, 1) * 1.04;
  const percent = (dollars: number) => `${(100 * dollars) / width}%`;
  return (
    <div className="border-t px-5 py-3.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-base">
        <span className="font-semibold">{name}</span>
        <span className={isOver ? 'font-semibold text-attention' : 'text-ink-2'}>
          {isOver && <TriangleAlert size={15} className="mr-1 inline -translate-y-px" role="img" aria-label="Above" />}
          {trimmedMoney(cover)} of {trimmedMoney(limit)}
        </span>
      </p>
      <span className="relative mt-2.5 block h-2.5 rounded-full bg-track" aria-hidden>
        <i
          className={cx('absolute inset-y-0 left-0 rounded-l-full bg-plot', !isOver && 'rounded-r-full')}
          style={{ width: percent(Math.min(cover, limit)) }}
        />
        {isOver && (
          <i
            className="absolute inset-y-0 rounded-r-full bg-attention"
            style={{ left: percent(limit), width: percent(cover - limit) }}
          />
        )}
        <i className="absolute -inset-y-1 w-0.5 bg-ink" style={{ left: percent(limit) }} />
      </span>
    </div>
  );
}

const Term = ({ name, value }: { name: string; value: string }) => (
  <div className="px-5 py-3">
    <dt className="text-sm text-ink-3">{name}</dt>
    <dd className="font-semibold">{value}</dd>
  </div>
);
