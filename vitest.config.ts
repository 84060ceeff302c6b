import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.js';

// One runner for every workspace. Sources are aliased so that a unit test never needs a build.
const root = fileURLToPath(new URL('.', import.meta.url));
const alias = [
  { find: /^@superscope\/(domain|contracts|event-store|embedded)\/(.*)$/, replacement: `${root}libs/$1/src/$2.ts` },
  { find: /^@superscope\/(api|projector|renderer)\/(.*)$/, replacement: `${root}apps/$1/src/$2.ts` },
  { find: /^@superscope\/local\/(.*)$/, replacement: `${root}deploy/local/src/$1.ts` },
];
const exclude = ['**/node_modules/**', '**/dist/**', '**/.data/**'];
// How long a test waits for what must come, where it does not say. Vitest's second is too short on a busy machine.
const waiting = { poll: { timeout: 30_000 } };
const decorators = { decorator: { legacy: true, emitDecoratorMetadata: true } };

/** Suites of one deployment, which the setup starts. */
const inContainers = (name: string, include: string[]) => ({
  resolve: { alias },
  oxc: decorators,
  test: {
    name,
    include,
    exclude,
    pool: 'forks' as const,
    globalSetup: 'test/deploy-run/deployment.setup.ts',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

// A sequencer of our own would keep files in its order where they are to be shuffled.
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'));

export default defineConfig({
  test: {
    ...(isShuffled ? {} : { sequence: { sequencer: LongestFirst } }),
    projects: [
      {
        resolve: { alias },
        oxc: decorators,
        test: {
          name: 'unit',
          include: ['{libs,apps/api,apps/projector,apps/renderer,deploy,test}/**/*.spec.ts'],
          exclude: [...exclude, '**/*.{int,e2e,deploy,cluster}.spec.ts'],
          setupFiles: ['test/fuzz/properties.setup.ts'],
          // Suites share their modules, which takes a third of the time. No suite leaves state in them.
          pool: 'threads',
          isolate: false,
          // By default Vitest leaves one processor free, which halves the speed on a machine with two.
          maxWorkers: 2,
          // Allows for a busy machine; no test measures time.
          testTimeout: 60_000,
          expect: waiting,
        },
      },
      {
        resolve: { alias },
        oxc: decorators,
        test: {
          name: 'int',
          include: ['{libs,apps/api,apps/projector,apps/renderer,deploy,test}/**/*.int.spec.ts'],
          exclude,
          pool: 'forks',
          // Suites in one process share its modules, which saves a quarter of the time. Each still starts its own engines.
          isolate: false,
          globalSetup: [
            'test/harness/built.setup.ts',
            'test/harness/temporary-folder.setup.ts',
            'test/harness/kafka-shared.setup.ts',
          ],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: waiting,
          maxWorkers: 2,
        },
      },
      {
        // Not aliased: the browser loads the built client, and the processes run the built code.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.spec.ts'],
          exclude,
          pool: 'forks',
          // Browser tests share one portal, started once, and the suites of a worker one browser.
          globalSetup: 'test/e2e/portal.setup.ts',
          isolate: false,
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 180_000,
          expect: waiting,
        },
      },
      // What deploy/ describes, run in containers with an imported fund, also by the browser tests' main paths.
      inContainers('deploy', ['test/deploy-run/**/*.deploy.spec.ts', 'test/e2e/main-paths.e2e.spec.ts']),
      // Each with a deployment of its own, because they check that nothing is there but what they wrote.
      inContainers('cluster-faults', ['test/deploy-run/faults.cluster.spec.ts']),
      inContainers('cluster-upgrade', ['test/deploy-run/upgrade.cluster.spec.ts']),
      {
        extends: './apps/web/vite.config.ts',
        root: 'apps/web',
        // Suites share their modules and document, which saves loading them for each. `src/test/setup.ts` undoes what suites leave.
        test: {
          name: 'web',
          include: ['src/**/*.spec.{ts,tsx}'],
          exclude: ['src/**/*.isolated.spec.tsx'],
          isolate: false,
        },
      },
      // Suites that load modules anew, or replace one.
      {
        extends: './apps/web/vite.config.ts',
        root: 'apps/web',
        test: { name: 'web-isolated', include: ['src/**/*.isolated.spec.tsx'] },
      },
    ],
  },
});
