const pattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ,'’()&+_\p{Pd}]{0,78}[\p{L}\p{M}\p{N})'’&+_\p{Pd}])?$/u;

/**
 * Whether a flyer may have this name, which becomes part of addresses, of a downloaded file's name and of a document's field: up to 80
 * letters, digits, spaces, commas, apostrophes, hyphens, `(`, `)`, `&`, `+` and `_`, beginning with a letter or a digit. Never a dot or a slash.
 */
export const isFlyerName = (name: string): boolean => pattern.test(name);
