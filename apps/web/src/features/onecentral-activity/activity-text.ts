import type { ActivityAction } from '@superscope/contracts/onecentral-activity';
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

/** The object of an action, in words. */
export const detailsOf = ({ object, planId, members, rows, outcome }: ActivityAction): string =>
  [
    ...(object === null ? [] : [object]),
    ...(planId === null ? [] : [`plan ${planId}`]),
    ...(members === 0 ? [] : [counted(members, 'member', 'members')]),
    ...(rows === null ? [] : [counted(rows, 'row', 'rows')]),
    ...(outcome === 'ok' ? [] : [outcome]),
  ].join(' · ');
