/** The secret of the published test vectors. It protects nobody, so a product must refuse it. */
export const testSecret = Buffer.from('superscope-published-test-secret');
