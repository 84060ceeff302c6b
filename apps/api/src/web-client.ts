import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import statics from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

interface Reply {
  sendFile: (name: string) => unknown;
  status: (code: number) => { send: (body: unknown) => unknown };
}

interface Server {
  get: (path: string, handler: (request: { url: string }, reply: Reply) => unknown) => void;
}

const notPages = /^\/(api|cubejs-api|actuator|metrics|assets|pcm|pdf)(\/|$)/;
/** A request for such a name, from a browser or a scanner, is for a missing file and not for a page. */
const namesOfFiles = /\.(css|html?|ico|jpe?g|js|json|map|mjs|php|png|svg|txt|webmanifest|webp|woff2?|xml)$/i;

/**
 * Serves the built web client from a folder, if there is one. Any address that is neither an endpoint nor a file is treated as a page and
 * gets the client, which has its own "not found" page. Files are looked up on each request, so a new build needs no restart.
 */
export async function serveWebClient(app: NestFastifyApplication, folder: string | undefined): Promise<void> {
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return;
  const options = {
    root: folder,
    serve: false,
    // The build writes a compressed copy beside each file that benefits.
    preCompressed: true,
    // Built files have a hash in their names; the page that names them does not.
    setHeaders: (reply: { header: (name: string, value: string) => void }, path: string) =>
      reply.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  };
  await app.register(statics, options);
  const server = app.getHttpAdapter().getInstance() as unknown as Server;
  server.get('/*', (request, reply) => {
    // Not parsed by `URL`, for which '//' is not a valid address.
    const path = request.url.replace(/[?#].*$/s, '');
    const file = /^\/[\w./-]+$/.test(path) && !path.includes('..') ? join(folder, path) : null;
    if (file !== null && existsSync(file) && statSync(file).isFile()) return reply.sendFile(path.slice(1));
    if (notPages.test(path) || namesOfFiles.test(path))
      return reply.status(404).send({ message: 'There is nothing here.' });
    return reply.sendFile('index.html');
  });
}
