import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../harness/repository.js';

const textOf = (path: string) => readFileSync(join(repository, path), 'utf8');

it('Each abandoned dependency in the decision about them is still one', () => {
  const decision = textOf('docs/decisions/0047-abandoned-dependencies.md');
  const listed = [...decision.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!);
  type Workspace = Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>>;
  const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Workspace> };
  const direct = Object.entries(packages).flatMap(([path, { dependencies, devDependencies }]) =>
    path.includes('node_modules/') ? [] : Object.keys({ ...dependencies, ...devDependencies }),
  );
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.filter((name) => !direct.includes(name))).toEqual([]);
});
