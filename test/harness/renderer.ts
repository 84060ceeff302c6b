import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageProgress } from '@superscope/contracts/page-event';
import type { RenderRequest } from '@superscope/contracts/rendering';
import { Renderer } from '@superscope/renderer/renderer';
import { rendererServer } from '@superscope/renderer/server';
import { pino } from 'pino';

export const rendererSecret = 'a-secret-of-the-renderer';

interface Options {
  /** The address of the portal, whose api and web client may start later. */
  portalUrl: string;
  /** A browser to use instead of the one that the renderer finds. */
  chromiumPath?: string | undefined;
  /** The time limit for a page, long enough for a busy machine. */
  seconds?: number;
}

/** Starts the renderer in this process. Returns the api's settings for it. */
export async function startRenderer({ portalUrl, chromiumPath, seconds = 60 }: Options) {
  const log = pino({ level: 'silent' });
  const renderer = new Renderer(
    { PORTAL_URL: portalUrl, CHROMIUM_PATH: chromiumPath, RENDER_TIMEOUT_SECONDS: seconds },
    log,
  );
  const server = rendererServer(renderer, rendererSecret, log);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await renderer.stop();
  };
  return { settings: { RENDERER_URL: url, RENDERER_SECRET: rendererSecret }, stop };
}

/**
 * Starts a stand-in for the renderer. It opens no pages and returns a test's answers. `figures` are those that a document keeps; `progressNow`
 * is how far it says that every file is.
 */
export async function startStandInRenderer(
  answer: (asked: RenderRequest) => Promise<{ status: number; body: string | Buffer; figures?: string }>,
  progressNow: () => PageProgress | undefined = () => undefined,
) {
  const asked: RenderRequest[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      const progress = progressNow();
      response.writeHead(progress ? 200 : 404, { 'Content-Type': 'application/json' });
      return void response.end(JSON.stringify(progress ?? { message: 'There is nothing here.' }));
    }
    void textOf(request).then(async (text) => {
      const body = JSON.parse(text) as RenderRequest;
      asked.push(body);
      const { status, body: said, figures = JSON.stringify(body.keeps?.about) } = await answer(body);
      if (status !== 200 || body.keeps === undefined)
        return response.writeHead(status, { 'Content-Type': 'application/json' }).end(said);
      const form = new FormData();
      form.set('pdf', new Blob([typeof said === 'string' ? said : new Uint8Array(said)]), 'document.pdf');
      form.set('figures', new Blob([figures]), 'figures.json');
      const both = new Response(form);
      response
        .writeHead(status, { 'Content-Type': both.headers.get('Content-Type')! })
        .end(Buffer.from(await both.arrayBuffer()));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { asked, settings: { RENDERER_URL: url, RENDERER_SECRET: rendererSecret }, stop };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}
