import { Inject, Injectable } from '@nestjs/common';
import { missingFiles, received } from '@superscope/contracts/microsites';
import { ENV, type Env } from '../env.js';
import { Refusal } from '../platform/http/problem.filter.js';

const mostMilliseconds = 60_000;
/** The other host writes a file anew and draws it before it answers, and may read others first. */
const mostMillisecondsOfFile = 300_000;

type Settings = Pick<Env, 'PRODUCTION_HOST' | 'SUPERSCOPE_PUBLIC_URL' | 'UAT_TOKEN' | 'UAT_URL'>;

/** The host for acceptance tests, which gets the documents of the production host. */
@Injectable()
export class UatHost {
  /** By the portal's own address, because anybody can name a host in a request. */
  readonly isProduction: boolean;
  /** Whether it takes documents of another host: only where the production host is known, and is another one. */
  readonly takesDocuments: boolean;
  private readonly url: URL | null;
  private readonly token: string;

  constructor(@Inject(ENV) env: Settings) {
    this.isProduction = new URL(env.SUPERSCOPE_PUBLIC_URL).hostname === env.PRODUCTION_HOST?.toLowerCase();
    this.takesDocuments = env.PRODUCTION_HOST !== undefined && !this.isProduction;
    this.url = env.UAT_URL === undefined || env.UAT_TOKEN === undefined ? null : new URL(env.UAT_URL);
    this.token = env.UAT_TOKEN ?? '';
  }

  /** Null unless this is the production host, and the other one is set up. */
  get host(): string | null {
    return this.isProduction ? (this.url?.host ?? null) : null;
  }

  /** The digests that the other host has no file of. */
  async missing(digests: readonly string[], signal: AbortSignal): Promise<string[]> {
    return missingFiles.parse(await this.post('missing', { digests }, signal)).missing;
  }

  async sendFile(name: string, bytes: Buffer, signal: AbortSignal): Promise<void> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name);
    await this.post('file', form, signal, mostMillisecondsOfFile);
  }

  /** Returns how many documents and lists the host left out. */
  async send(part: object, signal: AbortSignal): Promise<number> {
    return received.parse(await this.post('', part, signal)).leftOut;
  }

  /** Throws Refusal: 502 if the host does not answer or fails, which may pass, and 409 with its words if it refuses. */
  private async post(path: string, body: object, signal: AbortSignal, most = mostMilliseconds): Promise<unknown> {
    const address = new URL(`/api/documents/sync${path === '' ? '' : `/${path}`}`, this.url!);
    let answer: Response;
    try {
      answer = await fetch(address, {
        method: 'POST',
        redirect: 'error',
        headers: {
          Authorization: `Bearer ${this.token}`,
          'X-Requested-By': 'superscope',
          ...(!(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        },
        body: body instanceof FormData ? body : JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(most)]),
      });
    } catch (error) {
      signal.throwIfAborted();
      throw new Refusal(502, { message: `${address.host} does not answer.` }, { cause: error });
    }
    const said = (await answer.json().catch(() => null)) as { message?: unknown } | null;
    if (answer.ok && said !== null) return said;
    if (answer.status >= 500 || answer.status === 429 || said === null)
      throw new Refusal(502, { message: `${address.host} failed (${answer.status}).` });
    const words = typeof said.message === 'string' ? ` ${said.message.slice(0, 300)}` : '';
    throw new Refusal(409, { message: `${address.host} refused the documents (${answer.status}).${words}` });
  }
}
