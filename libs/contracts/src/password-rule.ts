/** Least number of characters of anybody's new password. The browser, the api and the settings enforce it. */
export const leastPasswordLength = 10;

/** The same for people of the fund, who reach many plans. */
export const leastFundPasswordLength = 12;

/** What a new password of one person has to keep to, besides being hard to guess. */
export interface PasswordRule {
  leastLength: number;
  /** Words that somebody who knows the portal, the fund and the person tries first, the likeliest first. */
  words: readonly string[];
}
