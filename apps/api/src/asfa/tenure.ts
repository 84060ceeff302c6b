/** Whom figures are for: ASFA has a standard of its own for people who rent. `unclear`: both are named. */
export type Tenure = 'owner' | 'renter' | 'unclear';

const nonOwners = new RegExp(
  [
    String.raw`\brent(?:s|ed|ers?|ing|als?)?\b`,
    String.raw`\btenan(?:ts?|cy|cies)\b`,
    String.raw`\blessees?\b|\bleas(?:e[ds]?|ing|ehold(?:ers?)?)\b`,
    String.raw`\bnon[-\s]*(?:home[-\s]*)?own(?:ers?|ership|ing)\b`,
    // 'do not own their home', 'without a home of their own', 'who are not homeowners'
    String.raw`(?:\b(?:not|never|no longer|no|without)|n['’]t)\s+(?:[a-z]+\s+){0,3}(?:own(?:s|ed|ing|ers?|ership)?|home[-\s]*own[a-z]*|homes?)\b`,
  ].join('|'),
  'gi',
);
const owners =
  /\b(?:home[-\s]*)?own(?:ers?|ership)\b|\bown(?:s|ed|ing)? (?:their|a|the) (?:own )?(?:homes?|houses?)\b/i;

/** 'Pay no rent' names nobody. */
const noRent = /\b(?:no|not|never|without)\s+(?:pay(?:ing)?\s+)?rent(?:ing)?\b/gi;

interface Named {
  owners: boolean;
  nonOwners: boolean;
}
/** Who is named. 'Do not own their home' does not name owners, too. */
function namedIn(text: string): Named {
  const told = text.replaceAll(noRent, ' ');
  const rest = told.replaceAll(nonOwners, ' ');
  return { owners: owners.test(rest), nonOwners: rest !== told };
}
const tenureOf = (named: Named): Tenure | undefined =>
  named.nonOwners ? (named.owners ? 'unclear' : 'renter') : named.owners ? 'owner' : undefined;
export const tenureIn = (text: string): Tenure | undefined => tenureOf(namedIn(text));

/** `isAside`: said in passing, so that a title above the same table counts more. */
interface Told {
  tenure: Tenure;
  isAside: boolean;
}

/** A sentence with one of these may be about the table that it stands above. */
const aboutTable =
  /\b(?:these|this|below|following|here|show[ns]?|tables?|figures?|budgets?|amounts?|standards?|savings)\b/i;
/** Whom figures are for: 'assume that people own their home', 'for renters'. */
const forWhom = /\b(?:assum[a-z]+|for|of)\b([^,.;]*)/gi;
const comparison =
  /\b(?:need|require|spend|pay|face|have|has|are|is|cost|will|may|must)s?\b.*\b(?:more|higher|extra|additional|greater)\b/i;

/** Whom a sentence says the figures below it are for. Many sentences only say that renters need more than what the table shows. */
function tenureOfSentence(sentence: string): Told | undefined {
  const named = namedIn(sentence);
  const isAbout = aboutTable.test(sentence);
  const tenure = tenureOf(named);
  if (tenure === undefined || tenure === 'owner') return tenure && { tenure, isAside: false };
  const isFor = new Set([...sentence.matchAll(forWhom)].flatMap(([, whom]) => tenureIn(whom!) ?? []));
  if (named.owners && isAbout)
    return isFor.size === 1 ? { tenure: [...isFor][0]!, isAside: false } : { tenure, isAside: true };
  if (!isAbout && (named.owners || comparison.test(sentence))) return undefined;
  return { tenure, isAside: !isAbout && isFor.size === 0 };
}

export function tenureOfProse(prose: string): Told | undefined {
  const said = prose.split(/(?<=\.)\s+/).flatMap((sentence) => tenureOfSentence(sentence) ?? []);
  const firm = said.filter(({ isAside }) => !isAside);
  const counted = firm.length > 0 ? firm : said;
  const [first] = counted;
  if (first === undefined) return undefined;
  return counted.every(({ tenure }) => tenure === first.tenure) ? first : { ...first, tenure: 'unclear' };
}
