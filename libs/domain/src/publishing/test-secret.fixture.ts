/** The secret of the published test vectors. It is public, so a product must refuse it. */
export const testSecret = Buffer.from('superscope-published-test-secret');
