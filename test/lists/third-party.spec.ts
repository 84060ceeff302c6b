import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { repository } from '../harness/repository.js';
import { licensedPackages } from '../licences/licences.js';
import { lookedAt } from '../licences/looked-at.js';

it('lists every package that the product uses, with its licence', async () => {
  const rows = new Set(
    licensedPackages()
      .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) || a.version.localeCompare(b.version, 'en'))
      .map(({ name, version, claim }) => {
        const note = lookedAt[name] === undefined ? '' : ` (${lookedAt[name]})`;
        return `| ${name} | ${version} | ${claim ?? 'not named'}${note} |`;
      }),
  );
  const text = `# Packages of others

Made from \`package-lock.json\` by \`npm run lists\`. Do not edit. Each package is used unmodified, and its licence's text lies in its folder
in \`node_modules\`. Packages for development alone are left out. What is allowed, and how texts are compared with what manifests claim:
\`test/licences\`.

| package | version | licence |
| --- | --- | --- |
${[...rows].join('\n')}
`;
  const path = `${repository}/THIRD-PARTY.md`;
  const options = await resolveConfig(path);
  await expect(await format(text, { ...options, filepath: path })).toMatchFileSnapshot(path);
});
