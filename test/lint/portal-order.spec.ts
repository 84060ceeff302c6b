import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint();

/** What the order of the portal's folders has against a file of the web that imports another. */
async function refusals(path: string, imported: string): Promise<string[]> {
  const code = `import { found } from '${imported}';\nexport const kept = found;\n`;
  const [read] = await eslint.lintText(code, { filePath: `apps/web/src/${path}` });
  return read!.messages.filter(({ ruleId }) => ruleId === 'web/layers').map(({ message }) => message);
}

// The first test loads the linter.
describe('a folder of the portal', { timeout: 60_000 }, () => {
  it.each([
    ['portal/figures/example.ts', '../view-address/view-address'],
    ['portal/figures/example.ts', './figure-text'],
    ['portal/figures/example.ts', '../state'],
    ['portal/state.ts', './slices/view.slice'],
    ['portal/figures/example.ts', '../../ui/format'],
    ['features/dashboard/example.ts', '../../portal/figures/figure-text'],
  ])('is imported by those above it: %s imports %s', async (path, imported) =>
    expect(await refusals(path, imported)).toEqual([]),
  );

  it.each([
    ['portal/view-address/example.ts', '../figures/figure-text', 'portal/figures'],
    ['portal/filters/example.ts', '../filter-bar/filter-bar', 'portal/filter-bar'],
    ['portal/slices/example.ts', '../state', 'portal/state'],
  ])('is not imported by those below it: %s does not import %s', async (path, imported, named) =>
    expect(await refusals(path, imported)).toEqual([
      expect.stringContaining(`may not import ${named}, which comes after`),
    ]),
  );

  it.each(['portal/unheard/example.ts', 'portal/unheard.ts'])('has a place in the order: not %s', async (path) =>
    expect(await refusals(path, '../ui/format')).toEqual([expect.stringContaining('portal/unheard has no place')]),
  );
});
