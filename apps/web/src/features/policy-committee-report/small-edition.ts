import { atAGlance } from './pages/at-a-glance';
import { money } from './pages/money';
import { trends } from './pages/trends';
import { pages } from './pages';
import { numbered, type ReportPage } from './report-page';

/** The pages that are the same in every edition, whatever is published. */
const ofEveryEdition: ReadonlySet<string> = new Set(['cover', 'disclaimer', 'contacts', 'matters', 'back']);
const usual: ReadonlySet<string> = new Set(pages.map(({ id }) => id).filter((id) => !ofEveryEdition.has(id)));

const own = [atAGlance, money, numbered(trends, '4')];

/** A report's pages for a plan of few members: three pages stand for all its pages of figures; the template's own words stay. */
export function smallEdition(of: readonly ReportPage[]): readonly ReportPage[] {
  const at = of.findIndex(({ id }) => usual.has(id));
  if (at === -1) return of;
  // After what stands before the first page of figures; contacts may follow page B.
  const kept = of.filter(({ id }) => !usual.has(id));
  const before =
    kept.findIndex(({ id }) => id === 'contacts') + 1 || of.slice(0, at).filter(({ id }) => !usual.has(id)).length;
  return [...kept.slice(0, before), ...own, ...kept.slice(before)];
}
