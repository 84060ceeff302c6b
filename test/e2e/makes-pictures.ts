/**
 * Whether this run makes the pictures of docs/guide.md (`npm run guide-pictures`). Such a run writes to docs/images/guide, and its portal
 * has the demo data, for which more figures are published than for the tests' small fund.
 */
export const makesPictures = process.env['SUPERSCOPE_GUIDE_PICTURES'] === 'true';
