import { accessHow, type ActivityAction } from '@superscope/contracts/onecentral-activity';
import { number } from '../../ui/format';

const TYPES: Record<string, string> = {
  signIn: 'Sign-in',
  view: 'View',
  search: 'Search',
  question: 'Question',
  export: 'Export',
  import: 'Import',
  change: 'Change',
};
const CONTEXTS: Record<string, string> = {
  account: 'Own account',
  members: 'Members',
  figures: 'Figures',
  files: 'Files',
  history: 'History',
  users: 'Users',
  audit: 'Audit',
};
export const typeText = (type: string) => TYPES[type] ?? (type || '–');
export const contextText = (context: string) => CONTEXTS[context] ?? (context || '–');

const counted = (count: number, one: string, more: string) => `${number(count)} ${count === 1 ? one : more}`;

/** How an action came to the members that it names, in words; null for an action about none. */
function membersText({ type, members }: ActivityAction): string | null {
  const how = accessHow(type, members);
  if (how === null) return null;
  if (how === 'opened') return 'opened the member';
  return how === 'changed'
    ? `changed ${counted(members, 'member', 'members')}`
    : `member was among ${counted(members, 'result', 'results')}`;
}

/** Actions in a row that say the same. The first is the newest. */
export interface Repeats {
  action: ActivityAction;
  times: number;
  /** When the oldest of them took place. */
  since: string;
}

/** Groups actions that follow each other and differ in their time alone. */
export function repeatsIn(actions: readonly ActivityAction[]): Repeats[] {
  const groups: Repeats[] = [];
  for (const action of actions) {
    const last = groups.at(-1);
    if (last !== undefined && sameButTime(last.action, action)) {
      last.times += 1;
      last.since = action.timestamp;
    } else groups.push({ action, times: 1, since: action.timestamp });
  }
  return groups;
}

const sameButTime = (one: ActivityAction, other: ActivityAction): boolean =>
  (Object.keys(one) as (keyof ActivityAction)[]).every((name) => name === 'timestamp' || one[name] === other[name]);

/** The object of an action, in words. */
export function detailsOf(action: ActivityAction): string {
  const { object, planId, rows, outcome } = action;
  const members = membersText(action);
  return [
    ...(object === null ? [] : [object]),
    ...(planId === null ? [] : [`plan ${planId}`]),
    ...(members === null ? [] : [members]),
    ...(rows === null ? [] : [counted(rows, 'row', 'rows')]),
    ...(outcome === 'ok' ? [] : [outcome]),
  ].join(' · ');
}
