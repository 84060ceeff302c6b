import type { EventChoices, EventPage, HistoryEvent } from '@superscope/contracts/event-history';
import { typeWords } from '../../portal/event-type';
import { date, month, number } from '../../ui/format';

/** Ids, days and other keys that are not field names stay as they are. */
const part = (name: string) => (/^[a-z][A-Za-z]*$/.test(name) ? typeWords(name) : name);

/** Ids of entries are left out: in one event they are all the same. A file's entries have their kind, day and number. */
const isEntryId = (name: string) =>
  /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.test(name) || /^[A-Za-z]+ \d{4}-\d{2}-\d{2} \d+$/.test(name);

export const fieldName = (path: readonly string[]): string =>
  path
    .filter((name) => !isEntryId(name))
    .map(part)
    .join(' › ');

/** The author of an event: a person's name if the account is known. */
export function actorName({ actor }: Pick<HistoryEvent, 'actor'>, users: EventChoices['users']): string {
  if (actor === 'system') return 'Superscope itself';
  return users.find(({ userId }) => userId === actor)?.name ?? actor;
}

/** A member is named by the inner id alone: the name is personal. */
export const memberText = (memberId: string): string => `Member ${memberId.slice(0, 8)}`;

/** A stream in words: 'Member 080783ee', 'Plan TWR.P0002', 'Access 09/11/2026'. Random ids and digests are cut, as a member's is. */
export function streamText(stream: string): string {
  const dash = stream.indexOf('-');
  if (dash === -1) return typeWords(stream);
  const id = stream
    .slice(dash + 1)
    .replace(/[\da-f]{8}(?:(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{56})/g, (long) => long.slice(0, 8));
  return `${typeWords(stream.slice(0, dash))} ${/^\d{4}-\d{2}-\d{2}$/.test(id) ? date(id) : id}`;
}

const WHOSE = {
  plan: 'of the plan',
  platform: 'of the platform’s plans',
  member: 'of the member',
  all: 'of all plans',
};

/** The figures that an event made stale, in words; null for none. */
export function staleText(stale: HistoryEvent['stale']): string | null {
  if (stale === null) return null;
  const { of, from, to } = stale;
  return `Figures ${WHOSE[of]}, ${monthsText(from, to)}`;
}

function monthsText(from: string, to: string): string {
  const [isFirst, isLast] = [from <= '0000-01', to >= '9999-12'];
  if (isFirst) return isLast ? 'all months' : `up to ${month(to)}`;
  if (isLast) return `from ${month(from)} on`;
  return from === to ? month(from) : `${month(from)} to ${month(to)}`;
}

export const readModelsText = (readModels: readonly string[]): string =>
  readModels.length === 0 ? 'Nothing that is shown' : readModels.map(typeWords).join(', ');

/** How many events a search found: '14 found'. */
export const foundText = ({ count, isMore }: NonNullable<EventPage['total']>): string =>
  isMore ? `More than ${number(count)} found` : `${number(count)} found`;
