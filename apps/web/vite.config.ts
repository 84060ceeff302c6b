import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { defineConfig } from 'vitest/config';

const libs = fileURLToPath(new URL('../../libs/', import.meta.url));
const api = fileURLToPath(new URL('../api/src/', import.meta.url));

const ownCode = /^(?!.*node_modules)/;

/** Names the chunk of what a page and the first download import, of the portal's own code. Throws if there is no such page. */
function sharedWith(page: string): Rolldown.CodeSplittingNameFunction {
  let reached: Set<string> | null = null;
  return (moduleId, modules) => {
    if (reached === null) {
      const begins = ['src/main.tsx', page].map((path) => fileURLToPath(new URL(path, import.meta.url)));
      for (const id of begins)
        if (modules.getModuleInfo(id) === null) throw new Error(`${id} is no module of the client.`);
      reached = new Set(begins);
      // A set is walked in the order that it is added to, also to what is added meanwhile.
      for (const id of reached)
        for (const imported of modules.getModuleInfo(id)?.importedIds ?? [])
          if (ownCode.test(imported)) reached.add(imported);
    }
    return reached.has(moduleId) ? 'figures' : null;
  };
}

/** 0 to 11. The best one is for files that travel to others, such as those of a container. */
const brotliQuality = Number(process.env.SUPERSCOPE_BROTLI_QUALITY ?? constants.BROTLI_MAX_QUALITY);

/** React Aria brings its words in 34 languages; the portal is in English (`I18nProvider` in src/app/app.tsx). */
const onlyEnglish: Plugin = {
  name: 'only-english',
  enforce: 'pre',
  load: (id) =>
    /\/react-(aria|stately)\/dist\/private\/intl\/[^/]+\/(?!en-)[a-z]{2}-[A-Z]{2}\.m?js$/.test(id)
      ? 'export default {};'
      : null,
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    tailwind(),
    onlyEnglish,
    compression({
      algorithms: [['brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }], 'gzip'],
      threshold: 1_400,
    }),
  ],
  resolve: {
    alias: [
      // For specs, which sign in with the rights that the server gives a role.
      { find: '@superscope/api/platform/access/policy', replacement: `${api}platform/access/policy.ts` },
      { find: /^@superscope\/(contracts|domain)\/(.*)$/, replacement: `${libs}$1/src/$2.ts` },
      // Configured before any module makes a schema.
      { find: /^zod$/, replacement: fileURLToPath(new URL('src/zod.ts', import.meta.url)) },
      // The wrapper asks for the default build of the library; this is the same code as one ES module.
      { find: /^apexcharts$/, replacement: 'apexcharts/dist/apexcharts.esm.js' },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The policy for content allows fonts of the portal's own address only.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    // Only the chart library is larger, and it loads after the page is drawn.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // First, because a group takes along what it depends on: after the charts, React would be among them.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 40 },
            { name: 'charts', test: /node_modules[\\/](apexcharts|react-apexcharts)[\\/]/, priority: 30 },
            { name: 'password-strength', test: /node_modules[\\/]@zxcvbn-ts[\\/]/, priority: 30 },
            // What several pages share is a few files: by itself it is one for each set of pages that share something, which was 126
            // requests before the dashboard, most of them under 2 kB. What the dashboard shares is apart, because most people begin there.
            { name: 'first', tags: ['$initial'], priority: 20 },
            { name: 'kit', test: /node_modules/, minShareCount: 8, priority: 15 },
            {
              debugName: 'figures',
              name: sharedWith('src/features/dashboard/dashboard.page.tsx'),
              minShareCount: 2,
              priority: 10,
            },
            { name: 'common', test: ownCode, minShareCount: 8, priority: 5 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    environmentOptions: {
      happyDOM: {
        url: 'http://localhost:3000',
        // A link or address that the client leaves to the browser changes nothing: the next test needs the document.
        settings: { navigation: { disableFallbackToSetURL: true } },
      },
    },
    setupFiles: ['src/test/setup.ts'],
    alias: [
      // The chart library measures every text of its drawing, which takes a quarter of a page's time in this document.
      {
        find: /^react-apexcharts$/,
        replacement: fileURLToPath(new URL('src/test/chart-library.tsx', import.meta.url)),
      },
    ],
    // Bounds waiting on a busy machine; it measures nothing.
    testTimeout: 60_000,
    // A third of a suite's time is waiting, so that two processors serve three workers.
    maxWorkers: 3,
    // Vitest runs projects of different numbers of workers one after the other, in this order.
    sequence: { groupOrder: 1 },
    css: false,
  },
});
