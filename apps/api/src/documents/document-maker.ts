import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { PageProgress } from '@superscope/contracts/page-event';
import { problem } from '@superscope/contracts/problem';
import { pageProgress, progressHeader, type FileKind, type RenderRequest } from '@superscope/contracts/rendering';
import { DocumentTokens } from '../authentication/document/document-tokens.js';
import { ENV, type Env } from '../env.js';
import { requirePlan } from '../platform/access/caller.js';
import type { Principal } from '../platform/access/principal.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { waitedFor } from '../platform/speed/waits.js';

/** Longer than the renderer's own limits for waiting and rendering, so that it reports its timeout first. */
const longestMilliseconds = 95_000;
/** How many files are made for one user at a time, so that others can use the renderer as well. */
const mostOfOnePerson = 2;

const notSetUp =
  'Files cannot be made here: this portal runs without its renderer. Set RENDERER_URL and RENDERER_SECRET.';
const noAnswer = 'The program that makes files does not answer. Please try again shortly.';

/** How often the renderer is asked how far a file is. */
const progressEvery = 1_000;

/** Statuses of the renderer whose message is shown to the user. */
const told: ReadonlySet<number> = new Set([409, 429, 501, 502, 504]);

export interface DocumentAsked {
  /** The document's name in its token. */
  document: string;
  planId: string;
  /** The page of the portal from which it is made, with its query. */
  path: string;
  as: FileKind;
  /** What the page shows though nothing stores it. */
  shows?: RenderRequest['shows'];
}

/** The error statuses of an endpoint that has a document made. */
export const documentProblems = { 404: null, 409: null, 501: null, 502: null, 504: null } as const;

/** Has the renderer make files from pages, with a token for that one file and never with a user's session. */
@Injectable()
export class DocumentMaker {
  private readonly making = new Map<string, number>();

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'RENDERER_URL' | 'RENDERER_SECRET'>,
    private readonly tokens: DocumentTokens,
  ) {}

  /** Throws 403 for a plan outside the caller's scope, before anything is made. */
  async make(asked: DocumentAsked, caller: Principal, gone: AbortSignal): Promise<Buffer> {
    return waitedFor('renderer', async () => {
      const answer = await this.made(asked, caller, gone);
      return Buffer.from(await answer.arrayBuffer().catch(cutOff));
    });
  }

  /**
   * The same for a PDF that keeps its figures. Returns the PDF, the figures as they are attached to it, and how many pages it has, which renderers of
   * earlier releases do not tell. `onProgress` hears about once a
   * second how many of its pages are drawn.
   */
  async makeKeeping(
    asked: DocumentAsked,
    keeps: NonNullable<RenderRequest['keeps']>,
    caller: Principal,
    gone: AbortSignal,
    onProgress?: (progress: PageProgress) => void,
  ): Promise<{ pdf: Buffer; figures: Buffer; pages: number | null }> {
    const answer = await this.made(asked, caller, gone, keeps, onProgress);
    const form = await answer.formData().catch(cutOff);
    const [pdf, figures] = [form.get('pdf'), form.get('figures')];
    // A renderer of an earlier release answers with the file alone.
    if (!(pdf instanceof Blob) || !(figures instanceof Blob)) throw new Refusal(502, { message: noAnswer });
    return {
      pdf: Buffer.from(await pdf.arrayBuffer()),
      figures: Buffer.from(await figures.arrayBuffer()),
      pages: Number(form.get('pages')) || null,
    };
  }

  private async made(
    { document, planId, path, as, shows }: DocumentAsked,
    caller: Principal,
    gone: AbortSignal,
    keeps?: RenderRequest['keeps'],
    onProgress?: (progress: PageProgress) => void,
  ): Promise<Response> {
    requirePlan(caller, planId);
    const { userId } = caller;
    const before = this.making.get(userId) ?? 0;
    if (before >= mostOfOnePerson)
      throw new Refusal(429, { message: 'Two files are being made for you already. Please wait for one of them.' });
    this.making.set(userId, before + 1);
    try {
      const token = await this.tokens.issue({ document, planId, userId });
      try {
        return await this.ask({ path, token, as, ...(keeps && { keeps }), ...(shows && { shows }) }, gone, onProgress);
      } finally {
        await this.tokens.revoke(token);
      }
    } finally {
      const left = this.making.get(userId)! - 1;
      if (left === 0) this.making.delete(userId);
      else this.making.set(userId, left);
    }
  }

  private async ask(
    request: RenderRequest,
    gone: AbortSignal,
    onProgress?: (progress: PageProgress) => void,
  ): Promise<Response> {
    const { RENDERER_URL: url, RENDERER_SECRET: secret } = this.env;
    if (url === undefined || secret === undefined) throw new Refusal(501, { message: notSetUp });
    const id = randomUUID();
    const answered = new AbortController();
    if (onProgress) void follow({ url, secret, id }, onProgress, AbortSignal.any([gone, answered.signal]));
    const answer = await fetch(new URL('/files', url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}`, [progressHeader]: id },
      body: JSON.stringify(request),
      signal: AbortSignal.any([gone, AbortSignal.timeout(longestMilliseconds)]),
    })
      .catch((error: unknown) => {
        if (gone.aborted) throw new Refusal(400, { message: 'Nobody waits for this file any more.' });
        throw new Refusal(502, { message: noAnswer }, { cause: error });
      })
      .finally(() => answered.abort());
    if (answer.ok) return answer;
    const said = problem.safeParse(await answer.json().catch(() => null));
    if (told.has(answer.status) && said.success) throw new Refusal(answer.status, { message: said.data.message });
    throw new Refusal(502, { message: noAnswer });
  }
}

/** A renderer that ends in the middle of its answer is like one that does not answer. */
function cutOff(error: unknown): never {
  throw new Refusal(502, { message: noAnswer }, { cause: error });
}

/**
 * Asks the renderer how far a file is until the signal aborts. A renderer that does not know it, because it is of an earlier release or one
 * of several, is asked again.
 */
async function follow(
  { url, secret, id }: { url: string; secret: string; id: string },
  onProgress: (progress: PageProgress) => void,
  ended: AbortSignal,
): Promise<void> {
  try {
    for (;;) {
      await delay(progressEvery, undefined, { signal: ended, ref: false });
      const answer = await fetch(new URL(`/progress/${id}`, url), {
        headers: { Authorization: `Bearer ${secret}` },
        signal: ended,
      });
      const said = pageProgress.safeParse(answer.ok ? await answer.json() : await answer.text());
      if (said.success) onProgress(said.data);
    }
  } catch {
    // The file has ended, or the renderer is away, which the request for the file itself tells.
  }
}
