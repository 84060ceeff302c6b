/** How scores and flags are calculated. The texts are kept beside the code that calculates them. */
export { areaRules, explanations } from '@superscope/domain/scoring/explanations';
