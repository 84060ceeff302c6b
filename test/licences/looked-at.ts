/** Packages whose claim and text differ, or that have none, and why each may be used all the same. */
export const lookedAt: Readonly<Record<string, string>> = {
  '@pkgjs/parseargs': 'its text is the Apache License 2.0, which is allowed as well',
  buildcheck: 'its manifest names its licence in an older form; its text is the MIT License',
  'cpu-features': 'its manifest names its licence in an older form; its text is the MIT License',
  jszip: 'it may be taken under MIT alone, which its text says; the other choice is the GPL',
  only: 'thirty lines that a web framework brings; its page says MIT',
  ssh2: 'its manifest names its licence in an older form; its text is the MIT License',
};
