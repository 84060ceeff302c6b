import type { TestResults } from '@superscope/contracts/alerts';
import { sydneyTime } from '@superscope/contracts/sydney-time';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Failure } from '../../portal/api/failure';
import { Card, CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { number } from '../../ui/format';

interface Props {
  results: TestResults | undefined;
  error: unknown;
  busy: boolean;
}

/** What each address answered to the newest test of this visit. */
export function TestCard({ results, error, busy }: Props) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone it stands below the button that was pressed.
    if (results !== undefined || error !== undefined) card.current?.scrollIntoView({ block: 'nearest' });
  }, [results, error]);
  return (
    <div ref={card} className="scroll-my-4">
      <Card aria-label="Test">
        <CardHead title={results === undefined ? 'Test' : `Test of ${sydneyTime(results.at)}`} />
        <p role="status" className="mt-0.5 text-sm text-ink-2">
          {busy ? 'The test is under way.' : results === undefined ? NOT_YET : verdictOf(results)}
        </p>
        <Failure error={error} otherwise="The test could not be sent. Please try again." className="mt-3" />
        {results !== undefined && <Answers results={results} />}
      </Card>
    </div>
  );
}

const NOT_YET = 'A test goes to one address or to all. What each answers stands here.';

function verdictOf({ results }: TestResults): string {
  const failed = results.filter(({ isDelivered }) => !isDelivered);
  if (failed.length === 0) return results.length === 1 ? 'It arrived.' : `All ${results.length} arrived.`;
  if (results.length === 1) return `${failed[0]!.name} did not take it.`;
  return `${results.length - failed.length} of ${results.length} arrived; ${failed.map(({ name }) => name).join(', ')} did not take it.`;
}

const Answers = ({ results: { results } }: { results: TestResults }) => (
  <ul className="mt-3 divide-y border-t">
    {results.map(({ addressId, name, isDelivered, answer, ms, sent }) => {
      const Icon = isDelivered ? CircleCheck : CircleAlert;
      return (
        <li key={addressId} className="py-2.5 text-base">
          <div className="flex items-start gap-2">
            <Icon
              size={16}
              role="img"
              aria-label={isDelivered ? 'Arrived' : 'Did not arrive'}
              className={cx('mt-0.5 shrink-0', isDelivered ? 'text-good' : 'text-danger')}
            />
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <span
              className={cx(
                'max-w-[60%] text-right tabular-nums wrap-anywhere',
                isDelivered ? 'text-ink-2' : 'font-semibold text-danger',
              )}
            >
              {/^no answer within/.test(answer) ? answer : `${answer}, ${number(ms / 1000, 1)} s`}
            </span>
          </div>
          {sent !== null && (
            <details className="mt-1" open={!isDelivered}>
              <summary className="link w-fit cursor-pointer rounded-sm text-sm pointer-coarse:min-h-11 pointer-coarse:content-center">
                What was sent<span className="sr-only"> to {name}</span>
              </summary>
              <pre className="mt-1.5 rounded-md bg-sunken p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
                {sent}
              </pre>
            </details>
          )}
        </li>
      );
    })}
  </ul>
);
