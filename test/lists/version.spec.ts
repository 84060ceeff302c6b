import { productVersion } from '@superscope/contracts/build-info';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const versionIn = (path: string, where: RegExp) => where.exec(textOf(path))?.[1];

it('has the version of the newest section of the changelog in packages, build information and tags of images', () => {
  const version = versionIn('CHANGELOG.md', /^## (\S+)/m);
  const lock = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, { version?: string }> };
  const ownPackages = Object.entries(lock.packages).filter(
    ([path]) => !path.startsWith('node_modules/') && !path.includes('/node_modules/'),
  );
  expect(ownPackages.length).toBeGreaterThan(8);
  for (const [path] of ownPackages)
    expect([path, versionIn(`${path === '' ? '' : `${path}/`}package.json`, /"version": "(.+)"/)]).toEqual([
      path,
      version,
    ]);
  expect(productVersion).toBe(version);
  expect(versionIn('deploy/compose.yaml', /SUPERSCOPE_VERSION:-(.+?)\}/)).toBe(version);
  expect(versionIn('deploy/kubernetes/base/kustomization.yaml', /newTag: (\S+)/)).toBe(version);
});
