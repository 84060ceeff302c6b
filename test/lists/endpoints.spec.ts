import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { areas } from '@superscope/api/areas';
import { rights } from '@superscope/api/platform/access/policy';
import { declarationOf, type EndpointDeclaration } from '@superscope/api/platform/endpoint/endpoint';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { expect, it } from 'vitest';

const page = fileURLToPath(new URL('../../docs/endpoints.md', import.meta.url));

/** The endpoints of a controller's methods. */
function endpointsOf({ prototype }: Type): EndpointDeclaration[] {
  const methods = Object.getOwnPropertyDescriptors(prototype as object);
  return Object.values(methods).flatMap(({ value }) => declarationOf(value as object) ?? []);
}

const controllersOf = (area: Type) => (Reflect.getMetadata('controllers', area) ?? []) as Type[];

const callOf = ({ method, path }: EndpointDeclaration) => `\`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\``;

const row = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

it('has a row in the documents for each endpoint, and one for each right', async () => {
  const endpoints = areas.flatMap(controllersOf).flatMap(endpointsOf);
  expect(endpoints.length).toBeGreaterThan(100);
  const inOrder = endpoints.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const text = `<!-- Made from the declarations by \`npm run lists\`. Do not edit. -->

# Endpoints

\`GET /api/docs\` describes each with its parameters, body, answers and problems. [API](api.md) says what they have in common.

| call | what | right |
| --- | --- | --- |
${inOrder.map((declared) => row(callOf(declared), declared.summary, declared.right)).join('\n')}

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
