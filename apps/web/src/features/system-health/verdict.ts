import type { SystemHealth } from '@superscope/contracts/system-health';
import { durationText } from '../../ui/duration';
import { dateTime, number } from '../../ui/format';

export const ENGINE_NAMES = {
  eventStore: 'Event store',
  mongo: 'MongoDB',
  clickhouse: 'ClickHouse',
  vault: 'Key vault',
} as const;

export interface Verdict {
  tone: 'good' | 'attention' | 'danger';
  sentence: string;
}

/** The verdict if the last request failed. The shown figures are then out of date. */
export const UNANSWERED: Verdict = {
  tone: 'danger',
  sentence: 'The portal does not answer. What follows is its last answer.',
};

/** One sentence about the whole system, which names its worst problem. */
export function verdictOf(health: SystemHealth): Verdict {
  const away = health.engines.filter(({ reachable }) => !reachable).map(({ name }) => ENGINE_NAMES[name]);
  if (away.length > 0)
    return { tone: 'danger', sentence: `${list(away)} ${away.length === 1 ? 'does' : 'do'} not answer.` };
  if (health.proof.last?.difference)
    return { tone: 'danger', sentence: 'The history differs from what was signed before. See Signed history.' };
  if (health.proof.failedAt !== null)
    return { tone: 'danger', sentence: 'The history could not be compared with what was signed. See Signed history.' };
  if (health.projectors === 0)
    return { tone: 'danger', sentence: 'No projector runs: screens show what was known when the last one ended.' };
  const { waiting } = health.deadLetters;
  if (waiting > 0)
    return {
      tone: 'attention',
      sentence: `Everything runs. ${waiting === 1 ? 'One dead letter waits' : `${number(waiting)} dead letters wait`} for somebody.`,
    };
  if (isLate(health.proof))
    return {
      tone: 'attention',
      sentence: 'Everything runs, but the history was not compared lately. See Signed history.',
    };
  return { tone: 'good', sentence: 'Everything runs.' };
}

const list = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Whether a day was missed: when signing has stopped, or when an outage let no comparison succeed. */
const isLate = ({ daysWithout }: SystemHealth['proof']) => daysWithout !== null && daysWithout >= 2;

/** The result of the daily comparison of the history with its signed heads. */
export function proofOf({ proof }: SystemHealth): Verdict & { value: string } {
  const { signs, last, failedAt, daysWithout } = proof;
  if (failedAt !== null && !last?.difference)
    return {
      tone: 'danger',
      value: 'Failed',
      sentence: `The comparison failed at ${dateTime(failedAt)}. The log says why; the heads may have been tampered with`,
    };
  // A separate job may sign, so that the api needs no key.
  if (last === null && daysWithout !== null)
    return {
      tone: 'attention',
      value: 'None yet',
      sentence: isLate(proof)
        ? `None has succeeded in ${daysWithout} days. The log says why`
        : 'The first has been tried, and has not succeeded yet',
    };
  if (last === null)
    return signs
      ? { tone: 'attention', value: 'None yet', sentence: 'The first head is signed within the next minutes' }
      : { tone: 'attention', value: 'Not signed', sentence: 'No key and no folder for heads are set' };
  const { events, heads, difference } = last;
  if (difference !== null) return { tone: 'danger', value: 'Differs', sentence: difference };
  const covered = `${number(events)} ${events === 1 ? 'event' : 'events'} under ${heads === 1 ? 'one head' : `${number(heads)} heads`}`;
  if (isLate(proof))
    return { tone: 'attention', value: 'Not lately', sentence: `Equal when last looked at: ${covered}` };
  return { tone: 'good', value: 'Equal', sentence: covered };
}

/** How far screens are behind the log. */
export function lagOf({ eventsBehind, secondsBehind, stalePlans }: SystemHealth): { value: string; note: string } {
  const deriving =
    stalePlans === 0
      ? 'No figures wait to be derived'
      : `Figures of ${stalePlans === 1 ? 'one plan' : `${number(stalePlans)} plans`} are being derived`;
  if (eventsBehind === null) return { value: 'Not known', note: deriving };
  const { count, orMore } = eventsBehind;
  if (count === 0) return { value: orMore ? 'Not known' : 'Up to date', note: deriving };
  return {
    value: `${number(count)}${orMore ? ' or more' : ''} ${count === 1 ? 'event' : 'events'} behind`,
    note: secondsBehind === null ? deriving : `the oldest for ${durationText(secondsBehind)}. ${deriving}`,
  };
}
