/** Header that asks for an answer about a plan as it stood at a past moment. Its value is the id of an as-of view. */
export const asOfHeader = 'x-as-of';
