import { rights } from '@superscope/api/platform/access/policy';
import { anchorOf } from '@superscope/contracts/alerts';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productStreams } from '@superscope/domain/product-streams';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Listed {
  /** Which files declare something for the list, by their path below `of`. */
  files: RegExp;
  /** The declaration in such a file; its first group is the exported name. */
  declares: RegExp;
}

/** The source files below a folder that a pattern names, by path. */
function filesOf(folder: string, pattern: RegExp): string[] {
  const paths = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => pattern.test(path) && !path.endsWith('.spec.ts')).toSorted();
}

const namesIn = (path: string, declares: RegExp): string[] =>
  [...readFileSync(path, 'utf8').matchAll(declares)].map(([, name]) => name!);

/** A list of everything that the files of a folder declare: what to import, and the names. */
function listOf(folder: string, { files, declares }: Listed, listFile: string) {
  const found = filesOf(folder, files)
    .map((path) => ({ path, names: namesIn(`${root}${folder}/${path}`, declares) }))
    .filter(({ names }) => names.length > 0);
  const imports = found.map(({ path, names }) => {
    const from = relative(dirname(`${root}${listFile}`), `${root}${folder}/${path}`).replace(/\.ts$/, '.js');
    return `import { ${names.join(', ')} } from '${from.startsWith('.') ? from : `./${from}`}';`;
  });
  return { imports, names: found.flatMap(({ names }) => names) };
}

const header = '// Made from the folders by `npm run lists`. Do not edit.\n';

async function expectList(path: string, text: string, head = header): Promise<void> {
  const options = await resolveConfig(`${root}${path}`);
  await expect(await format(head + text, { ...options, filepath: path })).toMatchFileSnapshot(`${root}${path}`);
}

it('lists every stream that a folder of the domain declares', async () => {
  const path = 'libs/domain/src/product-streams.ts';
  const files = { files: /^[\w-]+\/[\w-]+\.ts$/, declares: /^export const (\w+Stream)\b(?=:| =)/gm };
  const { imports, names } = listOf('libs/domain/src', files, path);
  await expectList(
    path,
    `import type { AnyStream } from './event.js';
${imports.join('\n')}

/** Every stream category of the product. The codec takes shapes, upcasters and the owners of personal fields from this list. */
export const productStreams: readonly AnyStream[] = [${names.join(', ')}];
`,
  );
});

it('lists every read model that is declared', async () => {
  const path = 'libs/contracts/src/read-models/declarations.ts';
  const files = /^[\w-]+\.ts$/;
  const folder = 'libs/contracts/src/read-models';
  const views = listOf(folder, { files, declares: /^export const (\w+View) = documentView\(/gm }, path);
  const tables = listOf(folder, { files, declares: /^export const (\w+Table) = analyticsTable\(/gm }, path);
  const both = { files, declares: /^export const (\w+) = (?:documentView|analyticsTable)\(/gm };
  await expectList(
    path,
    `${listOf(folder, both, path).imports.join('\n')}

/** Every collection of documents. Its indexes, a rebuild, and what is dropped follow from this list. */
export const documentViews = [${views.names.join(', ')}] as const;

/** Every ClickHouse table. The schema, a rebuild, and what is dropped follow from this list. */
export const analyticsTables = [${tables.names.join(', ')}] as const;
`,
  );
});

it('lists every projection', async () => {
  const path = 'apps/projector/src/projections.ts';
  const declares = /^export const (\w+)(?:: Projection =| = (?:documentsOf|documentsOfWork|projectionOf|joined)\()/gm;
  const { imports, names } = listOf('apps/projector/src', { files: /\.projection\.ts$/, declares }, path);
  await expectList(
    path,
    `${imports.join('\n')}
import type { Projection } from './runtime/writing/projection.js';

/** Every projection that is declared by itself. */
export const declaredProjections: readonly Projection[] = [${names.join(', ')}];
`,
  );
});

it('lists every area of the api, and every slice that is a module by itself', async () => {
  const path = 'apps/api/src/areas.ts';
  const files = /^(?:([\w-]+)\/\1\.module|.*\.slice)\.ts$/;
  const { imports, names } = listOf(
    'apps/api/src',
    { files, declares: /^export class (\w+(?:Module|Slice))\b/gm },
    path,
  );
  await expectList(
    path,
    `import type { Type } from '@nestjs/common';
${imports.join('\n')}

/** Every area of the api, and every slice that is a module by itself. */
export const areas: readonly Type[] = [${names.join(', ')}];
`,
  );
});

it('lists every source of employers’ answers', async () => {
  const path = 'apps/api/src/analytics/employer/employer-sources.ts';
  const files = { files: /^[\w-]+\.ts$/, declares: /^export const (\w+): EmployerSource</gm };
  const { imports, names } = listOf('apps/api/src/analytics/employer/sources', files, path);
  await expectList(
    path,
    `import type { Source } from '../model/cube-member.js';
import type { EmployerSource } from './employer-source.js';
${imports.join('\n')}

/** How employers' queries about each kind of rows are answered. */
export const employerSources: Readonly<Record<Source, EmployerSource<unknown>>> = { ${names.join(', ')} };
`,
  );
});

it('names every right of the policy for the wire', async () => {
  const path = 'libs/contracts/src/rights.ts';
  await expectList(
    path,
    `
/** The rights that a session's answer may carry. Which role has which is in the policy of the api. */
export const rights = ${JSON.stringify(Object.keys(rights))} as const;
export type Right = (typeof rights)[number];
`,
  );
});

/** Text of Markdown as people read it on a screen that has no other page of the manual: links become the titles of what they lead to. */
const withoutLinks = (text: string) => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '‘$1’');

it('holds the paragraph of operations.md about each alert, for the page that shows alerts', async () => {
  const path = 'apps/web/src/features/alerts/what-to-do.ts';
  const manual = readFileSync(`${root}docs/operations.md`, 'utf8');
  const paragraphs = [...manual.matchAll(/^### Alert: (.+)\n\n([^]+?)(?=\n\n##)/gm)].map(([, title, text]) => {
    const lines = text!.split(/\n\n|\n(?=- )/).map((line) => withoutLinks(line.replaceAll(/\s*\n\s*/g, ' ').trim()));
    return [anchorOf(title!), lines];
  });
  expect(paragraphs.length).toBeGreaterThan(30);
  await expectList(
    path,
    `
/** What to do about an alert, by its anchor in docs/operations.md: paragraph by paragraph, with code between backticks. */
export const whatToDo: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(paragraphs))};
`,
    '// Made from docs/operations.md by `npm run lists`. Do not edit.\n',
  );
});

it('lists the names of every event, for what is shown of it', async () => {
  const names = [...new Set(productStreams.flatMap(({ shapes }) => Object.keys(shapes)))].toSorted();
  await expectList(
    'libs/contracts/src/event-names.ts',
    `/** Every event of the product, by the name that its stream gives it. What the web shows by names cannot outlive them. */
export type EventName =
${names.map((name) => `  | '${name}'`).join('\n')};
`,
  );
});
