import type { AlertCount, FiringAlert } from '@superscope/contracts/alerts';
import { doctorAreaNames, type DoctorReport, type DoctorState } from '@superscope/contracts/doctor';
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
  /** Leads to the page Alerts. */
  opensAlerts?: true;
}

/** The verdict if the last request failed. The shown figures are then out of date. */
export const UNANSWERED: Verdict = {
  tone: 'danger',
  sentence: 'The portal does not answer. What follows is its last answer.',
};

/** The checks are looked at each minute. What was found before that long ago is not what is. */
const LOOK_IS_OLD_AFTER_MS = 5 * 60_000;

/** What the doctor found: null while it looks. That it failed is said where its findings would stand. */
export type Found = Pick<DoctorReport, 'state' | 'checks'> | 'failed' | null;

/**
 * One sentence about the whole page, which names its worst problem. `alerts` are null while it is not known what fires. It never says that
 * everything runs above something that needs attention.
 */
export function verdictOf(health: SystemHealth, alerts: AlertCount | null, now: number, doctor: Found): Verdict {
  const away = health.engines.filter(({ reachable }) => !reachable).map(({ name }) => ENGINE_NAMES[name]);
  if (away.length > 0)
    return { tone: 'danger', sentence: `${list(away)} ${away.length === 1 ? 'does' : 'do'} not answer.` };
  if (health.proof.last?.difference)
    return { tone: 'danger', sentence: 'The history differs from what was signed before. See Signed history.' };
  if (health.proof.failedAt !== null)
    return { tone: 'danger', sentence: 'The history could not be compared with what was signed. See Signed history.' };
  if (health.projectors === 0)
    return { tone: 'danger', sentence: 'No projector runs: screens show what was known when the last one ended.' };
  const firing = alerts?.firing ?? [];
  const open = firing.filter(({ quietedBy }) => quietedBy === null);
  if (open.length > 0) return { tone: 'danger', sentence: firesText(open), opensAlerts: true };
  const broken = doctorsWorst(doctor, 'broken');
  if (broken !== null) return { tone: 'danger', sentence: `The doctor finds something broken: ${broken}. See Doctor.` };
  const { waiting } = health.deadLetters;
  // The check of them may not have looked since.
  if (waiting > 0 && !firing.some(({ title }) => title === 'Dead letters'))
    return {
      tone: 'attention',
      sentence: `${waiting === 1 ? 'One dead letter waits' : `${number(waiting)} dead letters wait`} for somebody.`,
    };
  if (firing.length > 0)
    return { tone: 'attention', sentence: `${firesText(firing)} ${quietedText(firing)}`, opensAlerts: true };
  if (alerts === null) return { tone: 'attention', sentence: 'Engines and projectors run. What fires is not known.' };
  if (alerts.lookedAt === null || now - Date.parse(alerts.lookedAt) > LOOK_IS_OLD_AFTER_MS)
    return {
      tone: 'attention',
      sentence: `Engines and projectors run, but nobody has looked at the checks ${alerts.lookedAt === null ? 'yet' : `since ${dateTime(alerts.lookedAt)}`}.`,
    };
  if (isLate(health.proof))
    return {
      tone: 'attention',
      sentence: 'Everything runs, but the history was not compared lately. See Signed history.',
    };
  const toDo = doctorsWorst(doctor, 'attention');
  if (toDo !== null)
    return { tone: 'attention', sentence: `Engines and projectors run. Soon to be looked at: ${toDo}. See Doctor.` };
  if (doctor === null) return { tone: 'good', sentence: 'Engines and projectors run. The doctor is looking.' };
  return { tone: 'good', sentence: 'Everything runs.' };
}

/** The checks of a state, as the doctor names them; null if there is none. */
function doctorsWorst(doctor: Found, state: DoctorState): string | null {
  if (doctor === null || doctor === 'failed' || doctor.state !== state) return null;
  const names = doctor.checks
    .filter((check) => check.state === state)
    .map(({ area, of }) => `${doctorAreaNames[area]}, ${of}`);
  return names.length <= MOST_NAMED
    ? names.join('; ')
    : `${names.slice(0, MOST_NAMED).join('; ')}; and ${names.length - MOST_NAMED} more`;
}
const MOST_NAMED = 2;

const firesText = (firing: readonly FiringAlert[]): string =>
  firing.length === 1
    ? `An alert fires: ${firing[0]!.title}.`
    : `${firing.length} alerts fire: ${list(firing.map(({ title }) => title))}.`;

/** Of alerts that all are in somebody's hand or muted. */
const quietedText = (firing: readonly FiringAlert[]): string => {
  if (firing.length > 1) return 'Each is in hand or muted.';
  return firing[0]?.quietedBy === 'mute' ? 'It is muted.' : 'Somebody has it in hand.';
};

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
