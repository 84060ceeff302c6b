import type { OnecentralError } from '@superscope/domain/onecentral-import/onecentral-import';
import { isAboutMembers } from './tables-about-members.js';

/** Messages that quote a cell, and the same without it. */
const quoting: readonly (readonly [RegExp, string])[] = [
  [
    /^There is no ([a-z ]+?) .+?( on this platform)?(\. Import it first, or correct the id\.)$/s,
    'There is no such $1$2$3',
  ],
  [/^Several platforms have a (plan|campaign) .+(: say which with platformId)/s, 'Several platforms have this $1$2'],
  [/^The employer .+( is not one of this plan\.)/s, 'The employer$1'],
  [
    /^The plan has no member category .+(\. Import it first, or correct the id\.)$/s,
    'The plan has no such member category$1',
  ],
  [/^.* looks the same as .*$/s, 'It looks the same as one that is stored in another form. Write it as it is stored.'],
];

/**
 * An error as it is stored for good. Those of tables about members quote no cell: a member's number may stand in any column, and no erasure
 * would reach it.
 */
export function storedError(table: string | null, { line, column, message }: OnecentralError): OnecentralError {
  if (!isAboutMembers(table)) return { line, column, message };
  return { line, column, message: quoting.reduce((text, [pattern, bare]) => text.replace(pattern, bare), message) };
}
