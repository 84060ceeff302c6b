import type { PlausibilityRule } from '@superscope/contracts/asfa';
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { Card, CardHead } from '../../ui/card';

const LOOK = {
  yes: { Icon: CircleCheck, className: 'text-good', said: 'holds' },
  no: { Icon: TriangleAlert, className: 'text-attention', said: 'does not hold' },
  unknown: { Icon: CircleDashed, className: 'text-ink-3', said: 'cannot be told yet' },
} as const;

/** Whether the new figures are believable, rule by rule. */
export const RulesCard = ({ rules, missing }: { rules: readonly PlausibilityRule[]; missing: number }) => (
  <Card aria-label="Rules of plausibility">
    <CardHead title="Rules of plausibility" note="They warn; only missing figures keep a set from being saved." />
    <ul className="mt-3 divide-y">
      {rules.map(({ rule, holds, fields }) => {
        const { Icon, className, said } = LOOK[holds];
        return (
          <li key={rule} className="flex items-center gap-2.5 py-2 text-base">
            <Icon size={17} aria-label={said} className={`shrink-0 ${className}`} />
            {rule}
            {holds === 'no' && `: ${fields.length} ${fields.length === 1 ? 'is' : 'are'} not`}
          </li>
        );
      })}
      <li className="flex items-center gap-2.5 py-2 text-base">
        {missing === 0 ? (
          <CircleCheck size={17} aria-label="holds" className="shrink-0 text-good" />
        ) : (
          <CircleAlert size={17} aria-label="does not hold" className="shrink-0 text-danger" />
        )}
        All figures there{missing > 0 && `: ${missing} ${missing === 1 ? 'is' : 'are'} missing`}
      </li>
    </ul>
  </Card>
);
