/** Characters of a new password: the browser calls nothing shorter secure, the api and the settings take nothing shorter. */
export const leastPasswordLength = 10;
