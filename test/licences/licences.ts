import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockfileText, packagesOf } from '../harness/lockfile.js';
import { repository } from '../harness/repository.js';

/** A package that is part of what is deployed, or of the suites that run it. */
export interface LicensedPackage {
  name: string;
  version: string;
  /** What its manifest says, an SPDX expression; null for nothing. */
  claim: string | null;
  /** The texts of its licence files, joined; null where it is not installed, such as for another system, '' without any file. */
  text: string | null;
}

/** Licences by a sentence that only they, and those who quote them, have. */
const sentences: Readonly<Record<string, RegExp>> = {
  MIT: /permission is hereby granted, free of charge, to any person obtaining a copy/,
  ISC: /permission to use, copy, modify, and(\/or)? distribute this software/,
  'Apache-2.0': /apache license,? version 2\.0/,
  BSD: /redistribution and use in source and binary forms/,
  'BlueOak-1.0.0': /blue oak model license/,
  'OFL-1.1': /sil open font license version 1\.1/,
  Unlicense: /this is free and unencumbered software/,
  'MPL-2.0': /mozilla public license,? version 2\.0/,
  LGPL: /gnu lesser general public license/,
};

/** What a claim needs to be told by: these differ in less than their sentences, or one holds the other's. */
const toldBy: Readonly<Record<string, string>> = {
  'MIT-0': 'MIT',
  '0BSD': 'ISC',
  'BSD-2-Clause': 'BSD',
  'BSD-3-Clause': 'BSD',
  'LGPL-2.1-or-later': 'LGPL',
  'LGPL-3.0-or-later': 'LGPL',
};

/** Licences under which a package may be used unmodified, whoever uses the product and however much they earn. */
const allowed = new Set([...Object.keys(sentences), ...Object.keys(toldBy), 'Zlib']);

/** Conditions that a free licence does not make. Some packages claim one in their manifest and make others in their text. */
const conditions =
  /\b(revenue|dual[- ]licen[cs]\w*|commercial licen[cs]e|(?<!commercial or )non-?commercial|source[- ]available|business source|per[- ]seat)\b/;

/** The alternatives of a claim, each with everything that applies together. */
const alternativesOf = (claim: string): string[][] =>
  claim
    .replaceAll(/[()]/g, '')
    .split(/ OR /)
    .map((alternative) => alternative.split(/ AND /).map((each) => each.trim()));

/** What is wrong with a package's licence; null for nothing. */
export function licenceProblem({ claim, text }: LicensedPackage): string | null {
  if (claim === null) return 'it claims no licence';
  const free = alternativesOf(claim).filter((alternative) => alternative.every((each) => allowed.has(each)));
  if (free.length === 0) return `${claim} is not on the list of licences that are allowed`;
  // Its claim is all there is.
  if (text === null || text === '') return null;
  const plain = text.toLowerCase().replaceAll(/[\s#*>_]+/g, ' ');
  const [condition] = conditions.exec(plain) ?? [];
  if (condition !== undefined) return `it claims ${claim}, and its text speaks of '${condition}'`;
  const isTold = (licence: string) => sentences[toldBy[licence] ?? licence]?.test(plain) ?? true;
  return free.some((alternative) => alternative.every(isTold)) ? null : `it claims ${claim}, which its text is not`;
}

const isLicence = /^(licen[cs]e|copying|unlicense|mit-licen[cs]e)/i;

/** Everything that is installed here for more than development, with the texts that are there. */
export const licensedPackages = (): LicensedPackage[] =>
  packagesOf(lockfileText())
    .filter(({ dev }) => !dev)
    .map(({ path, name, version, licence }) => ({
      name,
      version,
      claim: licence,
      text: textOf(join(repository, path)),
    }));

function textOf(folder: string): string | null {
  if (!existsSync(folder)) return null;
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isLicence.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8'))
    .join('\n');
}
