/** How scores and flags are calculated, in the words that stand beside the code that does it. */
export { explanations, type Explanation } from '@superscope/domain/scoring/explanations';
