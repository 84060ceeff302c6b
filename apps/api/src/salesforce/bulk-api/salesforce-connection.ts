import { setTimeout } from 'node:timers/promises';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import type { z } from 'zod';
import { guardedLookup, PrivateAddress, publicOnly, type LookupRules } from '../../platform/http/guarded-lookup.js';
import { isLoopback } from '../../platform/settings/sign-on-settings.js';
import type { SalesforceSettings } from '../../platform/settings/salesforce-settings.js';
import { CallFailed, cutOff, failureOf, notUnderstood } from './call-failed.js';
import { Patience, type Waiting } from './patience.js';
import { SalesforceSession } from './salesforce-session.js';

export interface ConnectionLimits {
  /** Until an answer is complete, or for rows until it begins. */
  answerMilliseconds: number;
  /** Between two parts of an answer that is long. */
  idleMilliseconds: number;
  /** Until rows are sent, or a page of results is read, however slowly it comes. */
  uploadMilliseconds: number;
  waiting: Waiting;
  /** The addresses that names may stand for. */
  names: LookupRules;
}

const usualLimits: ConnectionLimits = {
  answerMilliseconds: 60_000,
  idleMilliseconds: 60_000,
  uploadMilliseconds: 15 * 60_000,
  // Who asked is told of longer waits, and can stop them.
  waiting: { mostMilliseconds: 15_000, wait: (milliseconds) => setTimeout(milliseconds) },
  names: publicOnly,
};

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below the organisation's address. */
  path: string;
  json?: unknown;
  /** A body that can be sent once. */
  rows?: AsyncIterable<Uint8Array>;
  /** The answer is rows, which may take long. */
  isLong?: true;
}

/** Calls of Salesforce's REST api, each with the session's token, within limits of time, from public addresses only. */
export class SalesforceConnection {
  private readonly limits: ConnectionLimits;
  private readonly agent: Agent;
  private readonly session: SalesforceSession;

  constructor(
    private readonly settings: SalesforceSettings,
    limits: Partial<ConnectionLimits> = {},
  ) {
    this.limits = { ...usualLimits, ...limits };
    const { names, answerMilliseconds, idleMilliseconds } = this.limits;
    // A server on this machine is one that tests or developers run.
    const lookup = isLoopback(settings.url) ? undefined : guardedLookup(names);
    this.agent = new Agent({
      connect: { timeout: 10_000, ...(lookup && { lookup }) },
      headersTimeout: answerMilliseconds,
      bodyTimeout: idleMilliseconds,
    });
    this.session = new SalesforceSession(settings, (url, form) =>
      this.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: form.toString(),
        signal: AbortSignal.timeout(answerMilliseconds),
      }),
    );
  }

  get host(): string {
    return this.settings.url.host;
  }

  patience(): Patience {
    return new Patience(this.limits.waiting);
  }

  /** The answer to a call, repeated where another try may succeed. Throws CrmBusy or CrmRefused. */
  async answer<Schema extends z.ZodType>(call: Call, schema: Schema): Promise<z.output<Schema>> {
    const answer = await this.answerUnless(() => false, call, schema);
    return answer!.is;
  }

  /** The same, but null for a failure that is `expected`. */
  async answerUnless<Schema extends z.ZodType>(
    expected: (failure: CallFailed) => boolean,
    call: Call,
    schema: Schema,
  ): Promise<{ is: z.output<Schema> } | null> {
    const patience = this.patience();
    for (;;)
      try {
        const text = await textOf(await this.open(call));
        const answer = schema.safeParse(text === '' ? null : json(text));
        if (!answer.success) throw notUnderstood();
        return { is: answer.data };
      } catch (error) {
        if (error instanceof CallFailed && expected(error)) return null;
        await patience.after(error);
      }
  }

  /** The response to one try, whose body is still to be read. A session that has ended is opened again once. Throws CallFailed. */
  async open(call: Call): Promise<Response> {
    for (let renewed = false; ; renewed = true) {
      const session = await this.session.current();
      const response = await this.fetch(new URL(call.path, session.instance), this.request(call, session.token));
      if (response.ok) return response;
      const failure = await failureOf(response, [session.token, this.settings.clientSecret]);
      if (failure.kind !== 'session') throw failure;
      await this.session.end(session);
      if (call.rows !== undefined) throw new CallFailed('passing', 'The session ended while rows were sent.');
      if (renewed)
        throw new CallFailed('final', 'Salesforce does not accept the session that it has just opened.', failure.code);
    }
  }

  private request({ method, json: body, rows, isLong }: Call, token: string): RequestInit {
    const { answerMilliseconds, uploadMilliseconds } = this.limits;
    const authorization = `Bearer ${token}`;
    if (rows !== undefined)
      return {
        method,
        headers: { authorization, accept: 'application/json', 'content-type': 'text/csv; charset=utf-8' },
        body: rows,
        duplex: 'half',
        signal: AbortSignal.timeout(uploadMilliseconds),
      };
    const limit = isLong ? uploadMilliseconds : answerMilliseconds;
    if (method === 'GET' && body === undefined)
      return { method, headers: { authorization, accept: '*/*' }, signal: AbortSignal.timeout(limit) };
    return {
      method,
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json; charset=utf-8' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMilliseconds),
    };
  }

  private async fetch(url: URL, request: RequestInit): Promise<Response> {
    try {
      return await fetch(url, { redirect: 'manual', dispatcher: this.agent, ...request });
    } catch (error) {
      throw unreachable(error);
    }
  }
}

const longestAnswer = 32 * 1024 ** 2;

/** Throws CallFailed for an answer that is cut off, or never ends. */
async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of response.body ?? []) {
      parts.push(part as Uint8Array);
      length += (part as Uint8Array).length;
      if (length > longestAnswer) break;
    }
  } catch {
    throw cutOff();
  }
  if (length > longestAnswer) throw notUnderstood();
  return Buffer.concat(parts).toString('utf8');
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page for people is whole, and no answer.
    throw /^\s*</.test(text) ? notUnderstood() : cutOff();
  }
}

const slowNames: ReadonlySet<string> = new Set(['TimeoutError', 'HeadersTimeoutError', 'ConnectTimeoutError']);

/** Nothing of the error is passed on, since it can hold addresses. */
function unreachable(error: unknown): CallFailed {
  const errors = [error, (error as { cause?: unknown }).cause];
  if (errors.some((each) => each instanceof PrivateAddress))
    return new CallFailed(
      'final',
      'The host of SALESFORCE_URL leads into a private network, so nothing is sent to it.',
    );
  if (errors.some((each) => slowNames.has((each as { name?: string } | undefined)?.name ?? '')))
    return new CallFailed('passing', 'Salesforce did not answer in time.');
  return new CallFailed('passing', 'Salesforce could not be reached.');
}
