import type { AsfaPosition } from '@superscope/contracts/consultation';
import { Metric, Metrics } from '../../portal/calculator/result-parts';
import { date, dollars } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';

/** A member’s projected income and balance beside ASFA’s standard. */
export function AsfaPart({ known }: { known: AsfaPosition | null }) {
  if (known === null)
    return (
      <MessageBox tone="info" stays>
        No figures of this member are known yet, so nothing can stand beside the standard.
      </MessageBox>
    );
  return (
    <>
      <Metrics
        label="Beside the retirement standard"
        foot={<p className="border-t bg-sunken px-5 py-2.5 text-sm text-ink-2">{groundsText(known)}</p>}
      >
        <Metric
          label="Projected income"
          value={known.income === null ? 'not known' : dollars(known.income)}
          tone={known.income === null ? 'text-ink-3' : undefined}
        >
          {known.income === null
            ? 'age, salary or balance is not known'
            : `a year${known.retirementAge === null ? '' : ` from age ${known.retirementAge}`}, in today’s dollars, with the Age Pension`}
        </Metric>
        <Metric label="Reaches" value={known.standard ?? 'not known'}>
          {budgetText(known)}
        </Metric>
        <Metric
          label="Balance against ASFA’s target"
          value={shareText(known)}
          tone={shareText(known) === 'not known' ? 'text-ink-3' : undefined}
        >
          {targetText(known)}
        </Metric>
      </Metrics>
      {known.incomeSuperOnly !== null && (
        <p className="mt-2 text-sm text-ink-2">
          {dollars(known.incomeSuperOnly)} a year of it come from this account alone. Super elsewhere is not known here.
        </p>
      )}
    </>
  );
}

function budgetText({ modest, comfortable }: AsfaPosition): string {
  if (modest === null || comfortable === null) return 'No standard was known for that month';
  return `modest ${dollars(modest)}, comfortable ${dollars(comfortable)} a year`;
}

function shareText({ balance, target }: AsfaPosition): string {
  if (balance === null || target === null || target === 0) return 'not known';
  return `${Math.round((100 * balance) / target)}%`;
}

function targetText({ balance, target, age, balanceAsAt }: AsfaPosition): string {
  if (balance === null) return 'the balance is not known';
  const held = `${dollars(balance)} on ${date(balanceAsAt)}`;
  return target === null || age === null ? held : `${held}; ${dollars(target)} at age ${age}`;
}

function groundsText({ asAt, standardOf, targetFrom }: AsfaPosition): string {
  const parts = [
    `Figures of ${date(asAt)}`,
    standardOf !== null && `ASFA’s standard of ${date(standardOf)} for one person who owns their home`,
    targetFrom !== null && `target balances of ${date(targetFrom)}`,
  ].filter((part) => part !== false);
  return `${parts.join('; ')}.`;
}
