import type { LibraryDocument } from '@superscope/contracts/microsites';
import { number } from '../../ui/format';
import type { ChosenFilters } from './use-filters';

/** A size in KB, as documents show it. */
const kilobytes = (bytes: number): string => `${number(Math.round(bytes / 1024))} KB`;

/** The file in a few words: '4 p, 412 KB', or 'link'. */
export const fileText = ({ pages, size }: Pick<LibraryDocument, 'pages' | 'size'>): string =>
  pages === null || size === null ? 'link' : `${number(pages)} p, ${kilobytes(size)}`;

/** For whom a document is, from where the page looks. */
export function forText(
  { platformId, planId, companyId, isFor }: LibraryDocument,
  { platform, plan, employer }: ChosenFilters,
): string {
  if (companyId !== null) return companyId === employer?.id ? 'this employer' : (isFor ?? companyId);
  if (planId !== null) return planId === plan?.id ? 'this plan' : (isFor ?? planId);
  if (platformId !== null) return platformId === platform?.id ? 'platform' : (isFor ?? platformId);
  return 'all';
}
