import type { Audience } from '@superscope/contracts/analytics/audience-header';
import { areas } from '../../portal/figures/scored-areas';
import type { SearchItem } from '../../ui/search-choice';
import { metricsFor, refusedWith, type Catalogue, type Dimension } from './catalogue';
import { everyday } from './everyday-words';

/** The measure that the shares on cards are of. */
export const SHARE_KEY = 'shareOfMembers';

/** A share that a card names, which is a measure split by one dimension: people look for it by the card's name. */
interface Headline {
  item: SearchItem;
  dimension: Dimension;
}

const CARDS = [
  ...areas.map(({ concern, dimension }) => ({ label: concern, name: dimension })),
  { label: 'Logged in', name: 'Member.loggedInMember' },
];

/** The five areas' headline shares and that of sign-ins, under the names of their cards, as far as they are offered. */
export function headlinesOf(catalogue: Catalogue, audience: Audience): Headline[] {
  const metric = metricsFor(catalogue, audience).find(({ key }) => key === SHARE_KEY);
  if (metric === undefined) return [];
  return CARDS.flatMap(({ label, name }) => {
    const dimension = catalogue.dimensions.find((each) => each.name === name);
    if (dimension === undefined || refusedWith(dimension, metric, undefined, audience) !== null) return [];
    const { title = '', words = '' } = everyday(dimension.key);
    return [{ item: { key: `card-${dimension.key}`, label, words: `${title} ${words}`, refused: null }, dimension }];
  });
}
