import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { keptFiguresFileName } from '@superscope/contracts/kept-figures';
import type { PageProgress } from '@superscope/contracts/page-event';
import { progressHeader, renderRequest } from '@superscope/contracts/rendering';
import type { Logger } from 'pino';
import { NoFile } from './problem.js';
import { mediaTypes } from './render.js';
import type { Renderer } from './renderer.js';

/** What a page shows may hold the logo of a provider, of 1 MiB before it is written as text. */
const longestBody = 2_000_000;

const progressPath = /^\/progress\/([\w-]{1,64})$/;

/**
 * `POST /files` makes a file for callers with the secret, `GET /progress/{id}` tells them how far a named one is, and `GET /health` answers
 * while the process runs.
 */
export function rendererServer(renderer: Pick<Renderer, 'file'>, secret: string, log: Logger): Server {
  /** How far the files are that are being made, by the ids of their requests. */
  const underWay = new Map<string, PageProgress>();
  return createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      if (response.destroyed) return;
      const known = error instanceof NoFile;
      if (!known || error.status >= 500) log.error({ err: error }, 'a file was not made');
      const message = known ? error.message : 'Something went wrong while the file was made. Please try again.';
      problem(response, known ? error.status : 500, message);
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url === '/health') return void response.end('ok');
    const [, asksFor] = (request.method === 'GET' && progressPath.exec(request.url ?? '')) || [];
    if (asksFor === undefined && (request.method !== 'POST' || request.url !== '/files'))
      return problem(response, 404, 'There is nothing here.');
    if (!isSame(request.headers.authorization ?? '', `Bearer ${secret}`))
      return problem(response, 401, 'The secret is missing or wrong.');
    if (asksFor !== undefined) {
      const progress = underWay.get(asksFor);
      if (progress === undefined) return problem(response, 404, 'No file of this name is being made.');
      return send(response, 'application/json', Buffer.from(JSON.stringify(progress)));
    }
    const asked = renderRequest.safeParse(await jsonOf(request));
    if (!asked.success) return problem(response, 400, 'The request is not valid.');
    const gone = new AbortController();
    response.once('close', () => gone.abort(new Error('Nobody waits for the file any more.')));
    const began = performance.now();
    const { [progressHeader]: named } = request.headers;
    const id = typeof named === 'string' && progressPath.test(`/progress/${named}`) ? named : null;
    const { file, figures, pages } = await renderer
      .file(asked.data, gone.signal, id === null ? undefined : (progress) => void underWay.set(id, progress))
      .finally(() => id !== null && underWay.delete(id));
    // The path is logged without its query, which names a plan.
    const page = asked.data.path.replace(/\?.*$/s, '');
    log.info(
      { page, as: asked.data.as, bytes: file.length, milliseconds: Math.round(performance.now() - began) },
      'file made',
    );
    if (figures === null) return send(response, mediaTypes[asked.data.as], file);
    const form = new FormData();
    form.set('pdf', new Blob([new Uint8Array(file)], { type: mediaTypes.pdf }), 'document.pdf');
    form.set('figures', new Blob([new Uint8Array(figures)], { type: 'application/json' }), keptFiguresFileName);
    if (pages !== undefined) form.set('pages', String(pages));
    const both = new Response(form);
    send(response, both.headers.get('Content-Type')!, Buffer.from(await both.arrayBuffer()));
  }
}

const send = (response: ServerResponse, type: string, body: Buffer): void =>
  void response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length }).end(body);

/** Compares in constant time, whichever characters differ. */
const isSame = (given: string, right: string) => timingSafeEqual(digest(given), digest(right));
const digest = (text: string) => createHash('sha256').update(text).digest();

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > longestBody) return null;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function problem(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify({ message }));
}
