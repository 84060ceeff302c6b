import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { areas } from '@superscope/api/areas';
import { rights } from '@superscope/api/platform/access/policy';
import { declarationOf, type EndpointDeclaration } from '@superscope/api/platform/endpoint/endpoint';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { expect, it } from 'vitest';

const page = fileURLToPath(new URL('../../docs/endpoints.md', import.meta.url));

/** The file of each area, below `apps/api/src`, by the name of its module: as the list of areas imports them. */
const files = new Map(
  [
    ...readFileSync(new URL('../../apps/api/src/areas.ts', import.meta.url), 'utf8').matchAll(
      /^import \{ ([\w, ]+) \} from '\.\/(.+)\.js';$/gm,
    ),
  ].flatMap(([, names, file]) => names!.split(', ').map((name) => [name, `${file}.ts`] as const)),
);

interface Served extends EndpointDeclaration {
  /** Below `apps/api/src`. */
  file: string;
}

const controllersOf = (area: Type) => (Reflect.getMetadata('controllers', area) ?? []) as Type[];

/** The endpoints of a controller's methods. */
function endpointsOf({ prototype }: Type): EndpointDeclaration[] {
  const methods = Object.getOwnPropertyDescriptors(prototype as object);
  return Object.values(methods).flatMap(({ value }) => declarationOf(value as object) ?? []);
}

function servedBy(area: Type): Served[] {
  const file = files.get(area.name);
  if (file === undefined) throw new Error(`${area.name} is not imported by the list of areas.`);
  return controllersOf(area)
    .flatMap(endpointsOf)
    .map((declared) => ({ ...declared, file }));
}

const callOf = ({ method, path }: EndpointDeclaration) => `\`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\``;

/** What a path names first, after the prefix that most share. */
const nounOf = ({ path }: EndpointDeclaration) => /^\/(?:api\/)?([^/]+)/.exec(path)![1]!;

/** The folders that serve the paths of each first noun, the one with most of them first. */
function byNoun(endpoints: readonly Served[]): [noun: string, folders: string[]][] {
  return [...new Set(endpoints.map(nounOf))].map((noun) => {
    const served = endpoints.filter((each) => nounOf(each) === noun).map(({ file }) => dirname(file));
    const times = (folder: string) => served.filter((each) => each === folder).length;
    return [noun, [...new Set(served)].sort((a, b) => times(b) - times(a))];
  });
}

const row = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

it('has a row in the documents for each endpoint with the file that serves it, one for each noun, and one for each right', async () => {
  const endpoints = areas.flatMap(servedBy);
  expect(endpoints.length).toBeGreaterThan(100);
  const inOrder = endpoints.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const text = `<!-- Made from the declarations by \`npm run lists\`. Do not edit. -->

# Endpoints

\`GET /api/docs\` describes each with its parameters, body, answers and problems. [API](api.md) says what they have in common.

| call | what | right | served by, below \`apps/api/src\` |
| --- | --- | --- | --- |
${inOrder.map((declared) => row(callOf(declared), declared.summary, declared.right, `\`${declared.file}\``)).join('\n')}

## Where a path is served

By the first noun of the path. The folders are business areas, whose names are the nouns of most of their paths. Paths that clients of the
former portal call keep the nouns that it had, so some are served by another area.

| path | folders below \`apps/api/src\` |
| --- | --- |
${byNoun(inOrder)
  .map(([noun, folders]) => row(`\`${noun}\``, folders.map((folder) => `\`${folder}\``).join(', ')))
  .join('\n')}

## Rights

| right | roles |
| --- | --- |
| public | everybody, without a session |
${Object.entries(rights)
  .map(([right, roles]) => row(right, roles.join(', ')))
  .join('\n')}
`;
  await expect(await format(text, { parser: 'markdown', printWidth: 120 })).toMatchFileSnapshot(page);
});
