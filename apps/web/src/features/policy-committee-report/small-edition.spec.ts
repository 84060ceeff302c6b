import { describe, expect, it } from 'vitest';
import { pages } from './pages';
import { smallEdition } from './small-edition';
import { pagesOf } from './templated-pages';

const names = (of: readonly { id: string; number: string }[]) => of.map(({ id, number }) => `${id} ${number}`.trim());
const served = (...templatePageNames: string[]) =>
  templatePageNames.map((templatePageName, at) => ({
    id: `p${at}`,
    templatePageNumber: at + 1,
    templatePageName: templatePageName as 'CoverPage',
    heading: null,
    pageSections: [],
    entered: null,
    source: null,
    pageResources: [],
  }));

describe('The edition of a small plan', () => {
  it('has three pages of figures in place of all others, and eight pages in all', () => {
    expect(names(smallEdition(pages))).toEqual([
      'cover',
      'disclaimer',
      'contacts 1',
      'atAGlance 2',
      'money 3',
      'trends 4',
      'matters',
      'back',
    ]);
  });

  it('keeps the words of a template where they stand', () => {
    const of = pagesOf(served('CoverPage', 'CustomBiSectionPage', 'DashboardPage', 'SuperScorePage', 'ContactsPage'));
    expect(names(smallEdition(of))).toEqual([
      'cover',
      'disclaimer',
      'custom-p1',
      'contacts 1',
      'atAGlance 2',
      'money 3',
      'trends 4',
      'back',
    ]);
  });

  it('adds no figures to a template that has none', () => {
    const of = pagesOf(served('CoverPage', 'CustomBiSectionPage'));
    expect(smallEdition(of)).toEqual(of);
  });
});

describe('The page that sums a report up', () => {
  it('stands behind the disclaimer, also of a template that has pages of members’ figures', () => {
    expect(names(pages).slice(0, 3)).toEqual(['cover', 'disclaimer', 'inBrief B']);
    expect(names(pagesOf(served('CoverPage', 'DashboardPage')))).toEqual([
      'cover',
      'disclaimer',
      'inBrief B',
      'dashboard S1',
      'back',
    ]);
    expect(names(pagesOf(served('DisclaimerPage', 'SsBalancePage', 'BackPage')))).toEqual([
      'disclaimer',
      'inBrief B',
      'accountBalance S5',
      'back',
    ]);
    expect(names(pagesOf(served('CoverPage', 'MembershipPage')))).not.toContain('inBrief B');
  });
});
