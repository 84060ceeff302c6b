// Says at once what has to be built before suites with processes or pages can run. Plain Node, run before the suites.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const isThere = (file) => existsSync(join(root, file));
const servers = [
  'libs/embedded/dist/engine-main.js',
  'apps/api/dist/main.js',
  'apps/projector/dist/main.js',
  'apps/renderer/dist/main.js',
  'deploy/local/dist/start.js',
  'test/dist/harness/attached-process.js',
];

/** Throws one sentence if a server is not built. */
export function requireServers() {
  if (!servers.every(isThere))
    throw new Error('The servers are not built; these suites run them. Build first: npm run build');
}

/** The folder of the built web client. Throws one sentence if it is not built. */
export function requireWebClient() {
  if (!isThere('apps/web/dist/index.html'))
    throw new Error('The web client is not built; these suites open its pages. Build first: npm run build');
  return join(root, 'apps/web/dist');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  try {
    requireServers();
    requireWebClient();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
