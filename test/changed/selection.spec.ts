import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { setups } from './dependencies.mjs';
import { selectionOf } from './selection.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A small product: one aggregate with its projection, endpoint and page, and another endpoint beside it. */
const product: Record<string, string | null> = {
  'libs/domain/src/watch/watch.ts': '',
  'libs/domain/src/watch/watch.spec.ts': "import { watchStream } from './watch.js';",
  'libs/contracts/src/read-models/watches.ts': "import { mostWatches } from '@superscope/domain/watch/watch';",
  'libs/contracts/src/read-models/vectors.fixture.json': null,
  'libs/contracts/src/read-models/watches.spec.ts': "readFileSync('vectors.fixture.json'); import './watches.js';",
  'apps/projector/src/watches.projection.ts': "import { v } from '@superscope/contracts/read-models/watches';",
  'apps/api/src/watches/watches.slice.ts': `import { v } from '@superscope/contracts/read-models/watches';
    endpoint('GET /api/boats', {}); endpoint('DELETE /api/boats/:watchId', {});`,
  'apps/api/src/watches/golden/watches.golden.sql': null,
  'apps/api/src/watches/statement.spec.ts': '// As docs/scoring.md says.',
  'apps/api/src/news/news.slice.ts': "endpoint('GET /api/trains', {});",
  'apps/api/src/areas.ts': `// Made from the folders by \`npm run lists\`. Do not edit.
    import { a } from './watches/watches.slice.js'; import { b } from './news/news.slice.js';`,
  'apps/api/src/areas.spec.ts': "import { areas } from './areas.js';",
  'apps/shop/src/main.ts': "import { areas } from '@superscope/api/areas';",
  'apps/web/src/features/watches/watches.page.tsx':
    "import type { W } from '@superscope/contracts/read-models/watches';",
  'apps/web/src/features/watches/watches.feature.ts': "page({ path: '/boats', load: () => import('./watches.page') });",
  'apps/web/src/features/watches/watches.spec.tsx': "import { open } from '../../test/render-app';",
  'apps/web/src/features/news/news.feature.ts': '',
  'apps/web/src/features/news/news.spec.tsx': "import { open } from '../../test/render-app';",
  'apps/web/src/app/features.ts': `import { watches } from '../features/watches/watches.feature';
    import { news } from '../features/news/news.feature';`,
  'apps/web/src/app/app.tsx': "import { features } from './features';",
  'apps/web/src/app/features.spec.ts': "import { features } from './features';",
  'apps/web/src/test/render-app.tsx': "import { App } from '../app/app';",
  'test/harness/api-server.ts': "start('apps/shop/dist/main.js');",
  'test/api/watches.int.spec.ts': "import '../harness/api-server.js'; ask('/api/boats/1');",
  'test/api/news.int.spec.ts':
    "import '../harness/api-server.js'; ask('/api/trains', '/apis/boats', '/api/boats-of-others');",
  'test/e2e/watches.e2e.spec.ts': "page.goto('/boats?plan=1');",
  'docs/scoring.md': null,
  'package.json': null,
};

const selected = (...changed: string[]) => {
  const { run, left, settings } = selectionOf(changed, new Map(Object.entries(product)));
  const names = (some: { path: string }[]) => some.map(({ path }) => path.split('/').at(-1));
  return { run: names(run), browser: names(left.browser), beyond: names(left.beyond), settings };
};

describe('A change', () => {
  it('of the domain reaches its own suite, that of what imports it, and the suites that ask for its endpoint', () => {
    const { run, browser } = selected('libs/domain/src/watch/watch.ts');
    expect(run.slice(0, 4)).toEqual(['watch.spec.ts', 'watches.spec.ts', 'watches.int.spec.ts', 'statement.spec.ts']);
    expect(browser).toEqual([]);
  });

  it('of a slice leaves suites that only start the whole api to npm test, but not the one about the list of slices', () => {
    expect(selected('apps/api/src/watches/watches.slice.ts')).toMatchObject({
      run: ['watches.int.spec.ts', 'statement.spec.ts', 'areas.spec.ts'],
      beyond: ['news.int.spec.ts'],
    });
  });

  it('of a projection reaches the suites that read what it writes', () => {
    expect(selected('apps/projector/src/watches.projection.ts').run).toContain('watches.int.spec.ts');
  });

  it('of a page reaches the suite of its feature, and names browser suites that visit its address', () => {
    expect(selected('apps/web/src/features/watches/watches.page.tsx')).toMatchObject({
      run: ['watches.spec.tsx', 'features.spec.ts'],
      browser: ['watches.e2e.spec.ts'],
      beyond: ['news.spec.tsx'],
    });
  });

  it('of types alone reaches no suite through an import of types', () => {
    expect(selected('libs/contracts/src/read-models/watches.ts').run).not.toContain('watches.spec.tsx');
  });

  it('of a file that is not code reaches the suites that name it, or else those near it', () => {
    expect(selected('libs/contracts/src/read-models/vectors.fixture.json').run).toEqual(['watches.spec.ts']);
    expect(selected('apps/api/src/watches/golden/watches.golden.sql').run).toEqual(['statement.spec.ts']);
    expect(selected('docs/scoring.md')).toMatchObject({ run: [], beyond: [] });
  });

  it('of a setting of all projects reaches every suite, the cheapest first', () => {
    const { run, settings } = selected('package.json');
    expect(settings).toEqual(['package.json']);
    expect(run).toHaveLength(9);
    expect(run.slice(-2)).toEqual(['watches.int.spec.ts', 'news.int.spec.ts']);
  });

  it('that reaches more suites than there is time for has the nearest run', () => {
    const files = new Map<string, string | null>([['libs/domain/src/day.ts', '']]);
    for (let i = 0; i < 30; i += 1) files.set(`test/far/s${i}.int.spec.ts`, "import './between.js';");
    files.set('test/far/between.ts', "import { day } from '@superscope/domain/day';");
    files.set('test/near.int.spec.ts', "import { day } from '@superscope/domain/day';");
    const { run, left } = selectionOf(['libs/domain/src/day.ts'], files);
    expect(run[0]).toMatchObject({ path: 'test/near.int.spec.ts', distance: 1 });
    expect(run.length + left.late.length).toBe(31);
    expect(left.late.length).toBeGreaterThan(0);
    const quick = new Map([...files.keys()].map((path) => [path, 0.1]));
    expect(selectionOf(['libs/domain/src/day.ts'], files, quick).left.late).toEqual([]);
  });

  it('runs a suite of minutes only if that changed itself', () => {
    const attack = 'test/attack/attack.int.spec.ts';
    const files = new Map([
      ['test/attack/attacker.ts', ''],
      [attack, "import './attacker.js';"],
    ]);
    expect(selectionOf(['test/attack/attacker.ts'], files).left.late).toMatchObject([{ path: attack }]);
    expect(selectionOf([attack], files).run).toMatchObject([{ path: attack }]);
  });
});

it('The setups of projects are those that the settings of vitest name', () => {
  const settings = ['vitest.config.ts', 'apps/web/vite.config.ts'].map((path) =>
    readFileSync(`${root}${path}`, 'utf8'),
  );
  for (const path of Object.values(setups).flat()) {
    expect([path, existsSync(`${root}${path}`)]).toEqual([path, true]);
    expect(settings.some((text) => text.includes(`'${path.replace('apps/web/', '')}'`))).toBe(true);
  }
});
