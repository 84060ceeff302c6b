/**
 * Whether this run makes the pictures of docs/guide.md (`npm run guide-pictures`). Only then is docs/images/guide written to, and the portal
 * has the demo data, of which more is published than of the small fund of the tests.
 */
export const makesPictures = process.env['SUPERSCOPE_GUIDE_PICTURES'] === 'true';
