import { RuleViolation } from '../rule-violation.js';

const pattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ,'’()&+_\p{Pd}]{0,78}[\p{L}\p{M}\p{N})'’&+_\p{Pd}])?$/u;

/**
 * Whether a flyer may have this name, which becomes part of addresses, of a downloaded file's name and of a document's field: up to 80
 * letters, digits, spaces, commas, apostrophes, hyphens, `(`, `)`, `&`, `+` and `_`, beginning with a letter or a digit. Never a dot or a slash.
 */
export const isFlyerName = (name: string): boolean => pattern.test(name);

/** Throws RuleViolation for a name that a flyer cannot have. */
export function checkFlyerName(name: string): void {
  if (!isFlyerName(name))
    throw new RuleViolation(
      'invalid',
      'The file’s name may have up to 80 letters, digits, spaces, commas, apostrophes, hyphens, underscores, brackets, & and +, no full stop, and begins with a letter or a digit.',
    );
}
