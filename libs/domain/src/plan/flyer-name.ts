const pattern = /^[A-Za-z0-9](?:[A-Za-z0-9 ()&_-]{0,78}[A-Za-z0-9)_-])?$/;

/**
 * Whether a flyer may have this name, which becomes part of addresses, of a downloaded file's name and of a document's field: up to 80
 * letters, digits, spaces, `(`, `)`, `&`, `_` and `-`, beginning with a letter or a digit. Never a dot or a slash.
 */
export const isFlyerName = (name: string): boolean => pattern.test(name);
