// Limits that the screen and the server share. This file has no imports, because the screen does not load the schemas.

export const longestNotes = 150;
export const longestFundName = 100;
/** Of an amount that is consolidated. */
export const mostDollars = 1_000_000_000;
/** Characters from which on a lookup asks for members, and from which on it asks no more. */
export const shortestSearch = 3;
export const tooLongSearch = 15;
