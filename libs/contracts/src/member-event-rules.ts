// Limits that the screen and the server share. This file has no imports, because the screen does not load the schemas.

export const longestNotes = 150;
export const longestFundName = 100;
/** Most dollars of a consolidated amount. */
export const mostDollars = 1_000_000_000;
/** A lookup asks the server for members if the text has at least `shortestSearch` characters. */
export const shortestSearch = 3;
/** No text that is looked for is longer. */
export const longestSearch = 100;
