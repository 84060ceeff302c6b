/** Least number of characters of a new password. The browser, the api and the settings enforce it. */
export const leastPasswordLength = 10;
