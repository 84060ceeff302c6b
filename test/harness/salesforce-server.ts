import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, SalesforceOrganisation, type OrganisationOptions } from './salesforce-organisation.js';

/** What the server does to a request instead of answering it. */
export type Play =
  | { answer: number; code?: string; message?: string; retryAfter?: string }
  /** Answers with a redirect to this address. */
  | { redirectTo: string }
  /** Does what is asked, and cuts the connection half way through the answer. */
  | 'cut'
  /** Does what is asked, and closes the connection without an answer. */
  | 'lose'
  /** Does what is asked, and sends half of the answer as if it were the whole. */
  | 'half'
  /** Never answers. */
  | 'hang'
  /** Does what is asked, and does not answer until the connection is dropped. */
  | 'stall'
  /** A page for people, as of a proxy. */
  | 'page'
  /** Does what is asked, and answers in the place of the organisation, or with what this makes of its answer. */
  | { instead: Answer | ((answer: Answer) => Answer) }
  /** Sends the answer a byte at a time, as fast as this many milliseconds allow. */
  | { drip: number }
  /** Answers with an error that repeats the header with the token and the request's body. */
  | 'echo';

interface Planned {
  match: RegExp;
  play: Play;
  times: number;
}

const ingest = /^\/services\/data\/v\d+\.0\/jobs\/ingest(?:\/(\w+)(?:\/(\w+))?)?\/?$/;

/**
 * A server that speaks the wire of Salesforce's Bulk API 2.0 for ingest jobs, with sign-in by client credentials. Jobs go on by a state with
 * each look at them, so nothing in it depends on time.
 */
export class SalesforceServer {
  static readonly client = { id: '3MVG9-superscope-portal', secret: '9D2C71-client-secret-of-tests' };

  /** Method and path of each request, in order. */
  readonly asked: string[] = [];
  /** Tokens that were given out, the last one valid. */
  readonly tokens: string[] = [];
  /** Whether new tokens work. */
  acceptsTokens = true;
  /** Null answers with the server's own address. */
  instanceUrl: string | null = null;
  /** Answers that are held back. */
  readonly stalled: ServerResponse[] = [];
  private readonly planned: Planned[] = [];

  /** Whether everything that was planned has happened. */
  get isPlayedOut(): boolean {
    return this.planned.every(({ times }) => times === 0);
  }
  private valid: string | null = null;

  organisation: SalesforceOrganisation;

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly options: OrganisationOptions,
  ) {
    this.organisation = new SalesforceOrganisation(options);
  }

  static async start(options: OrganisationOptions): Promise<SalesforceServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const salesforce = new SalesforceServer(server, url, options);
    server.on('request', (request, response) => void salesforce.take(request, response));
    return salesforce;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Begins with an empty organisation and nothing planned. Sessions last. */
  empty(): void {
    this.organisation = new SalesforceOrganisation(this.options);
    for (const list of [this.asked, this.stalled, this.planned]) list.length = 0;
  }

  /** Settings of a portal that sends to this server. */
  /** The settings of a portal that is connected to it. */
  get environment(): NodeJS.ProcessEnv {
    const { url, clientId, clientSecret } = this.settings;
    return { SALESFORCE_URL: url.href, SALESFORCE_CLIENT_ID: clientId, SALESFORCE_CLIENT_SECRET: clientSecret };
  }

  get settings() {
    const { id, secret } = SalesforceServer.client;
    return { url: new URL(this.url), clientId: id, clientSecret: secret };
  }

  /** Plays this for the next requests whose method and path match. */
  play(match: RegExp, play: Play, times = 1): void {
    this.planned.push({ match, play, times });
  }

  /** Nothing is played any more. */
  endPlays(): void {
    this.planned.length = 0;
  }

  /** Salesforce's sessions end after a time without use, or when somebody ends them. */
  endSessions(): void {
    this.valid = null;
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const what = `${request.method} ${request.url}`;
    this.asked.push(what);
    const planned = this.planned.find(({ match, times }) => times > 0 && match.test(what));
    if (planned) planned.times -= 1;
    const play = planned?.play;
    if (play === 'hang') return;
    if (typeof play === 'object' && !('instead' in play) && !('drip' in play)) {
      request.resume();
      return 'redirectTo' in play
        ? send(response, { status: 302, headers: { location: play.redirectTo } })
        : send(response, problem(play.answer, play.code ?? 'UNKNOWN_EXCEPTION', play.message ?? 'Planned.', play));
    }
    const body = await textOf(request);
    if (body === null) return;
    if (play === 'page')
      return send(response, {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<h1>We are down for maintenance</h1>',
      });
    if (play === 'echo')
      return send(response, problem(400, 'ECHO', `${request.headers.authorization} ${body} ${this.url}/services`, {}));
    const answer = this.answerTo(request, body);
    if (play === 'lose') return void response.destroy();
    if (play === 'stall') return void this.stalled.push(response);
    if (typeof play === 'object' && 'drip' in play) return drip(response, answer, play.drip);
    if (typeof play === 'object') {
      const { instead } = play;
      return send(response, typeof instead === 'function' ? instead(answer) : instead);
    }
    send(response, answer, play);
  }

  private answerTo(request: IncomingMessage, body: string): Answer {
    const { pathname, searchParams } = new URL(request.url!, this.url);
    if (pathname === '/services/oauth2/token') return this.signIn(request, new URLSearchParams(body));
    if (this.valid === null || request.headers.authorization !== `Bearer ${this.valid}`)
      return problem(401, 'INVALID_SESSION_ID', 'Session expired or invalid', {});
    try {
      this.organisation.count();
      if (/^\/services\/data\/v\d+\.0\/limits\/?$/.test(pathname)) return json(200, this.organisation.limits());
      const [, described] = /^\/services\/data\/v\d+\.0\/sobjects\/(\w+)\/describe$/.exec(pathname) ?? [];
      if (described !== undefined) return json(200, this.organisation.describe(described));
      if (/^\/services\/data\/v\d+\.0\/query(All)?(\/|$)/.test(pathname))
        return this.ofRecords(pathname, searchParams.get('q'));
      const [matches, jobId, part] = ingest.exec(pathname) ?? [];
      if (matches === undefined) throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
      return this.ofJobs(request, body, jobId, part, searchParams.get('locator'));
    } catch (error) {
      if (error instanceof ApiError) return problem(error.status, error.code, error.message, {});
      throw error;
    }
  }

  /** A page of at most `recordsOfPage`, and where the next one is. */
  private ofRecords(pathname: string, soql: string | null): Answer {
    const [, cursor] = /\/query\/(\w+)-/.exec(pathname) ?? [];
    const [, from = '0'] = /-(\d+)$/.exec(pathname) ?? [];
    const asked = `${pathname.endsWith('/queryAll') ? 'all ' : ''}${soql}`;
    const question = cursor === undefined ? asked : Buffer.from(cursor, 'hex').toString();
    const all = this.organisation.query(question.replace(/^all /, ''), question.startsWith('all '));
    const until = Number(from) + (this.options.recordsOfPage ?? 2_000);
    return json(200, {
      totalSize: all.length,
      done: until >= all.length,
      ...(until < all.length && {
        nextRecordsUrl: `/services/data/v63.0/query/${Buffer.from(question).toString('hex')}-${until}`,
      }),
      records: all.slice(Number(from), until),
    });
  }

  private ofJobs(
    request: IncomingMessage,
    body: string,
    jobId: string | undefined,
    part: string | undefined,
    locator: string | null,
  ): Answer {
    const { organisation } = this;
    const asked = `${request.method} ${jobId === undefined ? 'jobs' : (part ?? 'job')}`;
    switch (asked) {
      case 'POST jobs':
        return json(200, organisation.create(JSON.parse(body) as Record<string, unknown>));
      case 'GET job':
        return json(200, organisation.look(jobId!));
      case 'PATCH job':
        return json(200, organisation.change(jobId!, (JSON.parse(body) as { state: string }).state));
      case 'DELETE job':
        organisation.remove(jobId!);
        return { status: 204 };
      case 'PUT batches':
        if (!/^text\/csv\b/.test(request.headers['content-type'] ?? ''))
          throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Content type must be text/csv');
        organisation.upload(jobId!, body);
        return { status: 201 };
      case 'GET successfulResults':
      case 'GET failedResults':
      case 'GET unprocessedrecords': {
        const page = organisation.results(jobId!, part as 'successfulResults', locator);
        const headers = { 'content-type': 'text/csv; charset=UTF-8', 'sforce-locator': page.locator ?? 'null' };
        return { status: 200, headers, body: page.csv };
      }
      default:
        throw new ApiError(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${request.method}' not allowed.`);
    }
  }

  private signIn(request: IncomingMessage, form: URLSearchParams): Answer {
    const refused = (error: string, error_description: string) => json(400, { error, error_description });
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const [id, secret] =
      basic === undefined
        ? [form.get('client_id'), form.get('client_secret')]
        : Buffer.from(basic, 'base64').toString('utf8').split(':');
    const { client } = SalesforceServer;
    if (form.get('grant_type') !== 'client_credentials')
      return refused('unsupported_grant_type', 'grant type not supported');
    if (id !== client.id) return refused('invalid_client_id', 'client identifier invalid');
    if (secret !== client.secret) return refused('invalid_client', 'invalid client credentials');
    const token = `00D5g000000AAAA!token.${this.tokens.length + 1}`;
    this.tokens.push(token);
    this.valid = this.acceptsTokens ? token : null;
    return json(200, {
      access_token: token,
      signature: 'c2lnbmF0dXJl',
      scope: 'api',
      instance_url: this.instanceUrl ?? this.url,
      id: `${this.url}/id/00D5g000000AAAAEA4/0055g000000AAAAAA4`,
      token_type: 'Bearer',
      issued_at: '1764115200000',
    });
  }
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const json = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json;charset=UTF-8' },
  body: JSON.stringify(body),
});

function problem(status: number, errorCode: string, message: string, { retryAfter }: { retryAfter?: string }): Answer {
  const { headers, body } = json(status, [{ errorCode, message }]);
  return {
    status,
    headers: { ...headers, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) },
    body: String(body),
  };
}

function drip(response: ServerResponse, { status, headers, body = '' }: Answer, milliseconds: number): void {
  response.writeHead(status, headers);
  const bytes = Buffer.from(body);
  let at = 0;
  const timer = setInterval(() => {
    if (response.destroyed || at === bytes.length) {
      clearInterval(timer);
      response.end();
    } else response.write(bytes.subarray(at, (at += 1)));
  }, milliseconds);
  response.on('close', () => clearInterval(timer));
}

function send(response: ServerResponse, { status, headers, body = '' }: Answer, play?: 'cut' | 'half'): void {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  const sent = play === undefined ? bytes : half;
  response.writeHead(status, {
    ...headers,
    ...(status !== 204 && { 'content-length': String(play === 'cut' ? bytes.length : sent.length) }),
  });
  if (play === 'cut') response.write(half, () => response.destroy());
  else response.end(sent);
}

/** Null if the client went away before its body was complete. */
async function textOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
  } catch {
    return null;
  }
  return Buffer.concat(parts).toString('utf8');
}
