import type { CoverNeedAnswer, NeedPartAnswer, NeededCoverAnswer } from '@superscope/contracts/insurance-calculation';
import { Cell, Metric, Metrics, Part, ResultTable, Row } from '../calculator/result-parts';
import { cx } from '../../ui/class-names';
import { date, money, number, trimmedMoney } from '../../ui/format';
import { COVERS } from './insurance-text';

const SHORT: Record<NeededCoverAnswer['type'], string> = { Death: 'Death', TPD: 'TPD', SCI: 'Salary continuance' };

const amount = ({ type }: NeededCoverAnswer, dollars: number): string =>
  type === 'SCI' ? `${trimmedMoney(dollars)} a month` : trimmedMoney(dollars);

const costText = ({ gap, monthlyPremium, noPrice }: NeededCoverAnswer): string => {
  if (gap === null) return 'Current cover is not known';
  if (gap === 0) return 'Nothing to close';
  return monthlyPremium === null ? (noPrice ?? '') : `Closing it costs ${money(monthlyPremium)} a month`;
};

/** What a household would need, what is covered, and what closing the gap costs. */
export function CoverNeed({ of, dimmed }: { of: CoverNeedAnswer; dimmed: boolean }) {
  return (
    <div className={cx('settle mt-4 min-w-0', dimmed && 'opacity-50')} aria-busy={dimmed}>
      <Metrics label="Need beside cost" className="print:hidden">
        {of.covers.map((cover) => (
          <Metric
            key={cover.type}
            label={
              cover.gap === 0
                ? `No gap for ${SHORT[cover.type].toLowerCase().replace('tpd', 'TPD')}`
                : `${SHORT[cover.type]}: short by`
            }
            value={cover.gap === null ? 'Not known' : cover.gap === 0 ? 'None' : trimmedMoney(cover.gap)}
            tone={cover.gap !== null && cover.gap > 0 ? 'text-attention' : undefined}
          >
            {costText(cover)}
          </Metric>
        ))}
      </Metrics>
      <Part
        title="Need, cover and gap"
        note={
          of.coverOf === 'default'
            ? 'Cover is the category’s default cover'
            : of.asAt === null
              ? 'No snapshot is known'
              : `Cover of ${date(of.asAt)}`
        }
      >
        {/* On paper they stand side by side and say what the figures above say on the screen. */}
        <div className="print:grid print:grid-cols-3">
          {of.covers.map((cover) => (
            <Gap key={cover.type} of={cover} />
          ))}
        </div>
        <p className="border-t bg-sunken px-5 py-3 text-base">
          <b className="font-semibold">Together </b>
          {of.monthlyPremiumTotal === null
            ? of.covers.every(({ gap }) => gap === 0)
              ? 'nothing to close.'
              : 'no gap has a price.'
            : `${money(of.monthlyPremiumTotal)} a month, ${number((of.monthlyPremiumTotal * 12 * 100) / of.salary, 2)} % of salary. Premiums leave the balance.`}
          {of.monthlyPremiumTotal !== null &&
            of.covers.some(({ gap, noPrice }) => gap === null || noPrice !== null) &&
            ' Not every gap has a price.'}
        </p>
      </Part>
      <div className="mt-4 grid grid-cols-1 items-start gap-4 xl:grid-cols-2 print:grid-cols-2">
        <Made title="How the death need is made" of={of} parts={of.death} type="Death" />
        <Made title="How the TPD need is made" of={of} parts={of.tpd} type="TPD" />
      </div>
      <p className="mt-3 text-sm text-ink-2">
        A rule of thumb with the figures above, not personal advice. It knows neither other policies nor savings.
        {of.assumed.length > 0 && ` ${of.assumed.join(' ')}`}
        {of.balance === null && ' The balance of the account is not known, and counts as none.'}
      </p>
    </div>
  );
}

function Gap({ of }: { of: NeededCoverAnswer }) {
  const { need, cover, gap, aboveLimit } = of;
  const covered = need === 0 || cover === null ? 0 : Math.min(100, (100 * cover) / need);
  return (
    <div className="border-t px-5 py-3.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-base">
        <span className="font-semibold">{COVERS[of.type]}</span>
        <span>
          need <b className="font-semibold">{amount(of, need)}</b>
        </span>
      </p>
      <span className="relative mt-2.5 block h-2.5 overflow-hidden rounded-full bg-track" aria-hidden>
        <i className="absolute inset-y-0 left-0 bg-plot" style={{ width: `${covered}%` }} />
        {gap !== null && gap > 0 && (
          <i className="absolute inset-y-0 right-0 bg-attention" style={{ width: `${100 - covered}%` }} />
        )}
      </span>
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-sm text-ink-2">
        <span>{cover === null ? 'cover not known' : cover === 0 ? 'no cover' : `covered ${amount(of, cover)}`}</span>
        <span className={gap !== null && gap > 0 ? 'font-semibold text-attention' : ''}>
          {gap === null ? 'gap not known' : gap === 0 ? 'no gap' : `gap ${amount(of, gap)}`}
        </span>
      </p>
      <p className="mt-1 text-sm text-ink-2">
        {costText(of)}
        {costText(of).endsWith('.') ? '' : '.'}
        {aboveLimit > 0 &&
          ` The last ${amount(of, aboveLimit)} of the need are above automatic acceptance: the insurer asks about health, and consent is not promised.`}
      </p>
    </div>
  );
}

interface MadeProps {
  title: string;
  of: CoverNeedAnswer;
  parts: readonly NeedPartAnswer[];
  type: 'Death' | 'TPD';
}

/** The parts of a need, which add up to it unless super exceeds the rest. */
function Made({ title, of, parts, type }: MadeProps) {
  const { counted } = of;
  const names: Record<NeedPartAnswer['part'], string> = {
    debts: 'Debts',
    income: `Income, ${counted.incomePercent} % of ${trimmedMoney(of.salary)}, ${counted.incomeYears} years at 2.5 % above inflation`,
    partner: `Less partner’s share of ${trimmedMoney(counted.partnerIncome ?? 0)}`,
    funeral: 'Funeral and start',
    care: 'Care',
    super: of.asAt === null ? 'Less super' : `Less super of ${date(of.asAt)}`,
  };
  const need = of.covers.find((cover) => cover.type === type)!.need;
  return (
    <Part title={title} note="The rule, with these figures" className="">
      <ResultTable heads={['Part', 'Amount']}>
        <tbody>
          {parts.map(({ part, amount: dollars }) => (
            <Row key={part} name={names[part]}>
              <Cell>
                <span className="whitespace-nowrap">
                  {dollars < 0 ? `−${trimmedMoney(-dollars)}` : trimmedMoney(dollars)}
                </span>
              </Cell>
            </Row>
          ))}
          <Row as="total" name={`Need, ${type === 'TPD' ? 'TPD' : 'death'}`}>
            <Cell>{trimmedMoney(need)}</Cell>
          </Row>
        </tbody>
      </ResultTable>
      {type === 'Death' && counted.dependants === 0 && (
        <p className="border-t px-5 py-2.5 text-sm text-ink-2">
          Nobody lives on the income, so the rule replaces none after a death.
        </p>
      )}
    </Part>
  );
}
