import { sydneyDate, sydneyTime } from '@superscope/domain/calendar-dates';
import { looksOf } from '../../platform/checks/newest-look.js';
import { ageText } from './ages.js';
import type { Examined } from './examined.js';
import { attention, counted, unknown, well, type Finding } from './findings.js';

/** One api looks each minute. */
const oldAfterMs = 5 * 60_000;

const dayAndTime = (at: Date): string => `${sydneyDate(at).split('-').reverse().join('/')} ${sydneyTime(at)}`;
const sentence = (said: string): string => said.charAt(0).toUpperCase() + said.slice(1);

/** What fires, as the api that looks at the product's own checks found it: the same words as in Developer Operations. */
export async function alertChecks({ mongo, now }: Pick<Examined, 'mongo' | 'now'>): Promise<Finding[]> {
  const look = await looksOf({ db: mongo.db('ops') }).findOne({ _id: 'newest' });
  if (look === null) return [unknown('Checks', 'Nobody has looked yet.')];
  const ageMs = now().getTime() - look.at.getTime();
  if (ageMs > oldAfterMs)
    return [attention('Checks', `Nobody has looked for ${ageText(ageMs)}.`, 'See whether an api runs, and its log.')];
  const firing = look.checks.flatMap((check): Finding[] => {
    const { title, finding, since, isInHand, isMuted } = check;
    if (finding?.state !== 'fires') return [];
    const said = `${sentence(finding.said)}${since === null ? '' : `, since ${dayAndTime(since)}`}`;
    if (isMuted || isInHand) return [well(title, `${said}; ${isMuted ? 'muted' : 'somebody has it in hand'}.`)];
    return [attention(title, `${said}.`, `See operations, Alert: ${title.charAt(0).toLowerCase()}${title.slice(1)}.`)];
  });
  const quiet = well('Checks', 'Nothing fires.');
  const reached =
    look.addresses === 0
      ? unknown('Addresses', 'An alert reaches nobody outside the page Alerts.')
      : well('Addresses', `Alerts go to ${counted(look.addresses, 'address', 'addresses')}.`);
  const here = attention(
    'Webhooks to this machine',
    'Webhooks may go to this machine, which is for development only.',
    'Remove SUPERSCOPE_ALERT_LOOPBACK.',
  );
  return [...(firing.length === 0 ? [quiet] : firing), reached, ...(look.allowsLoopback ? [here] : [])];
}
