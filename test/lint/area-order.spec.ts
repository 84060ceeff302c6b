import { readdirSync } from 'node:fs';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';
import { areaOrder } from '../../apps/api/area-order.mjs';

const eslint = new ESLint();
const source = new URL('../../apps/api/src/', import.meta.url);

/** What the rule about areas says of a file of the api. */
async function refusals(file: string, code: string): Promise<string[]> {
  const [found] = await eslint.lintText(`${code}\n`, { filePath: `apps/api/src/${file}` });
  return found!.messages.filter(({ ruleId }) => ruleId === 'api/areas').map(({ message }) => message);
}

const importing = (file: string, from: string) =>
  refusals(file, `import { found } from '${from}';\nexport const x = found;`);

// The first test loads the linter.
describe('the areas of the api', { timeout: 60_000 }, () => {
  it('have their places in the order, all of them', () => {
    const folders = readdirSync(source, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'platform')
      .map(({ name }) => name);
    expect(areaOrder.toSorted()).toEqual(folders.toSorted());
  });

  it.each([
    ['members/example.ts', '../plans/plan.slice.js'],
    ['members/deeper/example.ts', '../../plans/plan.slice.js'],
    ['work/example.slice.ts', '../csv/run/import-runner.js'],
    ['members/example.ts', '../app.module.js'],
  ])('import no area after them: %s from %s', async (file, from) =>
    expect(await importing(file, from)).toEqual([expect.stringMatching(/^\w+ may not import [\w.-]+: areas import/)]),
  );

  it.each([
    "import type { Found } from '../plans/plan.slice.js';\nexport type X = Found;",
    "export { found } from '../plans/plan.slice.js';",
    "export * from '../plans/plan.slice.js';",
    "export const found = await import('../plans/plan.slice.js');",
  ])('import no area after them in any form: %s', async (code) =>
    expect(await refusals('members/example.ts', code)).toHaveLength(1),
  );

  it.each([
    ['plans/example.ts', '../members/member-list.js'],
    ['plans/example.ts', './plan.slice.js'],
    ['plans/deeper/example.ts', '../plan.slice.js'],
    ['plans/example.ts', '../platform/csv/csv-line.js'],
    ['plans/example.ts', '../env.js'],
    ['server.ts', './plans/plan.slice.js'],
    ['members/example.main.ts', '../server.js'],
    ['members/example.spec.ts', '../plans/plan.slice.js'],
  ])('import what is before them: %s from %s', async (file, from) => expect(await importing(file, from)).toEqual([]));

  it.each(['platform/http/example.ts', 'platform/example.ts', 'env.ts'])(
    'stand on the platform and the settings, which import none of them: %s',
    async (file) => {
      const from = `${'../'.repeat(file.split('/').length - 1) || './'}mail/mailer.js`;
      expect(await importing(file, from)).toEqual([expect.stringContaining('The platform imports no area')]);
    },
  );

  it('are refused without a place in the order', async () =>
    expect(await refusals('weather/forecast.slice.ts', 'export const found = 1;')).toEqual([
      'The area weather has no place in the order of apps/api/area-order.mjs.',
    ]));
});
