import type { TemplatePrecedence } from '@superscope/contracts/report-templates';
import { Button } from '../../ui/button';
import { number } from '../../ui/format';
import { listed } from '../../ui/listed';
import { usePrecedenceQuery } from './report-templates.api';
import type { Scope } from './scope';

/** The most narrower templates that are named. */
const NAMED = 3;

const counted = (count: number, what: string) => `${number(count)} ${what}${count === 1 ? '' : 's'}`;

/** 'Serves 4 employers; Kestrel’s own wins for 1.' */
function precedenceText({ employers, plans, narrower }: TemplatePrecedence, scope: Scope): string {
  if (scope.companyId !== null)
    return employers === 0
      ? 'The employer is no longer in this plan: it serves nobody.'
      : 'Serves this employer alone.';
  const own = [
    employers === 0 ? 'no employer' : counted(employers, 'employer'),
    ...(scope.planId !== null
      ? plans === 0
        ? []
        : ['the plan as a whole']
      : plans === 0
        ? []
        : [counted(plans, 'plan') + ' as a whole']),
  ];
  const wins = narrower
    .slice(0, NAMED)
    .map(
      (each) =>
        `${each.serves}’s own wins for ${each.employers === 0 ? 'the plan as a whole' : number(each.employers)}`,
    );
  const rest = narrower.slice(NAMED);
  const more = rest.reduce((sum, each) => sum + each.employers, 0);
  if (rest.length > 0) wins.push(`${number(rest.length)} more win for ${number(more)}`);
  return `Serves ${listed(own)}${wins.length === 0 ? '' : `; ${wins.join(', ')}`}.`;
}

/** Whom a template serves, or would serve once it is made. It is counted again when anybody makes or deletes another. */
export function Precedence({ of }: { of: Scope }) {
  const { currentData, isError, isFetching, refetch } = usePrecedenceQuery(of);
  return (
    <p role="status" aria-busy={isFetching} className="flex flex-wrap items-center gap-2 text-base text-ink-2">
      {isError ? (
        <>
          Whom it serves could not be counted.
          <Button onClick={() => void refetch()}>Count again</Button>
        </>
      ) : currentData === undefined ? (
        'Counting whom it serves.'
      ) : (
        precedenceText(currentData, of)
      )}
    </p>
  );
}
