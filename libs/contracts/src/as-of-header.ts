/** Header that has a request answered as a plan stood at a past moment: the id of an as-of view. */
export const asOfHeader = 'x-as-of';
