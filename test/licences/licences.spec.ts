import { describe, expect, it } from 'vitest';
import { licenceProblem, licensedPackages } from './licences.js';
import { lookedAt } from './looked-at.js';

const problem = (claim: string | null, text: string | null) =>
  licenceProblem({ name: 'left-pad', version: '1.0.0', claim, text });
const mit =
  'MIT License\n\nPermission is hereby granted, free of\ncharge, to any person obtaining a copy of this software';
const apache = '   Apache License\n   Version 2.0, January 2004';

describe('The licence of a package', () => {
  it('is on the list, and its text is what its manifest claims', () => {
    expect(problem('MIT', mit)).toBeNull();
    expect(problem('Apache-2.0', apache)).toBeNull();
    expect(problem('(MIT OR GPL-3.0-or-later)', mit)).toBeNull();
    expect(problem('(MIT AND Apache-2.0)', `${mit}\n${apache}`)).toBeNull();
    expect(problem('BSD-3-Clause', 'Redistribution and use in source and binary forms, with or without')).toBeNull();
  });

  it('is refused if it claims nothing, or nothing that is on the list', () => {
    expect(problem(null, mit)).toBe('it claims no licence');
    for (const claim of ['GPL-3.0-or-later', 'AGPL-3.0', 'BUSL-1.1', 'SEE LICENSE IN LICENSE', '(MIT AND GPL-2.0)'])
      expect(problem(claim, mit)).toBe(`${claim} is not on the list of licences that are allowed`);
  });

  it('is refused if its text is another one, or makes conditions of its own', () => {
    expect(problem('MIT', apache)).toBe('it claims MIT, which its text is not');
    expect(problem('(MIT AND Apache-2.0)', mit)).toBe('it claims (MIT AND Apache-2.0), which its text is not');
    expect(problem('MIT', 'All rights reserved.')).toBe('it claims MIT, which its text is not');
    // As a chart library's text says whose manifest claims MIT.
    expect(problem('MIT', `${mit}\n## Organisations with less than $2 million USD in annual **revenue**`)).toBe(
      "it claims MIT, and its text speaks of 'revenue'",
    );
    expect(problem('MIT', `It is offered under a **dual-license\nmodel**. ${mit}`)).toBe(
      "it claims MIT, and its text speaks of 'dual-license'",
    );
  });

  it('is its claim where it brings no text', () => {
    expect([problem('MIT', ''), problem('MIT', null)]).toEqual([null, null]);
  });
});

it('Every package of the product has a licence that is allowed, and the text of it', () => {
  const packages = licensedPackages();
  expect(packages.filter(({ text }) => text !== null && text !== '').length).toBeGreaterThan(500);
  const found = new Map(
    packages.flatMap((each) => {
      const why = licenceProblem(each);
      return why === null ? [] : [[each.name, `${each.name} ${each.version}: ${why}`] as const];
    }),
  );
  expect([...found].filter(([name]) => !(name in lookedAt)).map(([, why]) => why)).toEqual([]);
  // Nothing was looked at in vain.
  expect(Object.keys(lookedAt).filter((name) => !found.has(name))).toEqual([]);
});
