import type { Response } from 'undici';
import { z } from 'zod';
import { CrmBusy, CrmRefused, CrmUnclear } from '../crm.js';
import { isKnownCode, jobCodes } from './known-codes.js';

/** Whether a call may succeed when it is repeated, and who would have to repeat it. */
type Kind =
  /** Soon, after a short wait. */
  | 'passing'
  /** Soon as well, though what was said is whole and does not add up. */
  | 'unclear'
  /** Not within minutes: the allowance of the day is used up. */
  | 'later'
  /** Not at all. */
  | 'final'
  /** Not at all, because the job is gone. */
  | 'gone'
  /** With a new session. */
  | 'session';

/** One try of a call did not succeed. The message is for people and has no address and no secret. */
export class CallFailed extends Error {
  constructor(
    readonly kind: Kind,
    message: string,
    /** Salesforce's code, such as REQUEST_LIMIT_EXCEEDED. */
    readonly code: string | null = null,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }

  /** The same for callers of the port. */
  toCrm(): CrmBusy | CrmRefused {
    if (this.kind === 'unclear') return new CrmUnclear(this.message, this.retryAfterSeconds);
    if (this.kind === 'passing' || this.kind === 'later') return new CrmBusy(this.message, this.retryAfterSeconds);
    return new CrmRefused(this.message, this.kind === 'gone');
  }
}

export const cutOff = () => new CallFailed('passing', "Salesforce's answer was cut off.");
export const notUnderstood = () => new CallFailed('unclear', "Salesforce's answer was not understood.");

/** Codes of refusals that another try may not meet. Locks are held by other jobs of the organisation. */
const passingCodes: ReadonlySet<string> = new Set([
  'REQUEST_LIMIT_EXCEEDED',
  'SERVER_UNAVAILABLE',
  'UNABLE_TO_LOCK_ROW',
  'QUERY_TIMEOUT',
  'REQUEST_RUNNING_TOO_LONG',
  'UNKNOWN_EXCEPTION',
]);
const passingStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

const said = z.object({ errorCode: z.string(), message: z.string().default('') });
/** Of the api, which lists its errors, and of OAuth. */
const errorBody = z.union([
  z
    .array(said)
    .min(1)
    .transform(([first]) => first!),
  said,
  z
    .object({ error: z.string(), error_description: z.string().default('') })
    .transform(({ error, error_description }) => ({ errorCode: error, message: error_description })),
]);

const longestErrorBody = 64 * 1024;

/**
 * What an answer other than a success means. `secrets` are removed from what Salesforce says, in case it repeats what it was sent. Consumes
 * the body.
 */
export async function failureOf(response: Response, secrets: readonly string[], now = Date.now()): Promise<CallFailed> {
  const { status } = response;
  const text = await beginningOf(response, longestErrorBody);
  if (status >= 300 && status < 400)
    return new CallFailed('final', 'Salesforce answered with a redirect, which is not followed. Check SALESFORCE_URL.');
  const { errorCode, message } = parsed(text);
  const code = isKnownCode(errorCode) ? errorCode : null;
  const sentence = knownSentence(forPeople(message, secrets));
  const because = [code, sentence].filter((part) => part !== null && part !== '').join(': ') || `status ${status}`;
  const retryAfter = retryAfterSeconds(response.headers.get('retry-after'), now);
  if (status === 401) return new CallFailed('session', `Salesforce refused the session (${because}).`, code);
  if (code === 'REQUEST_LIMIT_EXCEEDED' && /TotalRequests/i.test(message))
    return new CallFailed('later', "The day's allowance of requests to Salesforce is used up.", code, retryAfter);
  if (status === 429 || code === 'REQUEST_LIMIT_EXCEEDED')
    return new CallFailed('passing', 'Salesforce accepts no more requests at the moment.', code, retryAfter);
  if (passingStatuses.has(status) || (code !== null && passingCodes.has(code)))
    return new CallFailed('passing', `Salesforce cannot answer at the moment (${because}).`, code, retryAfter);
  if (status === 404) return new CallFailed('gone', 'Salesforce does not have this job any more.', code);
  return new CallFailed('final', `Salesforce refused this (${because}).`, code);
}

function parsed(text: string): z.infer<typeof said> {
  try {
    return errorBody.parse(JSON.parse(text));
  } catch {
    // A page for people, or half of an answer.
    return { errorCode: '', message: '' };
  }
}

/** Up to this many bytes of a body, as text. A body that is cut off is not an error. */
async function beginningOf(response: Response, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of response.body ?? []) {
      parts.push(part as Uint8Array);
      length += (part as Uint8Array).length;
      if (length > mostBytes) break;
    }
  } catch {
    // What arrived may still say why.
  }
  return Buffer.concat(parts).subarray(0, mostBytes).toString('utf8');
}

const jobCode = jobCodes.join('|');
const name = String.raw`[A-Za-z_][\w.:]{0,80}`;
const knownForms = [
  `Field name not found : ${name}`,
  `Unable to find object: ${name}`,
  `Field name provided, ${name} does not match an External ID`,
  'login rate exceeded',
].join('|');
const known = new RegExp(`^(?:(?:${jobCode}) : )?(?:${knownForms})`);
const codeOnly = new RegExp(`^(?:${jobCode})(?= : |$)`);

/**
 * What may be stored of a sentence of Salesforce: one that quotes nothing but names of fields and objects, or the code before it. Any other
 * can quote somebody's values. Empty if nothing is left.
 */
export const knownSentence = (sentence: string): string =>
  known.exec(sentence)?.[0] ?? codeOnly.exec(sentence)?.[0] ?? '';

const longestSentence = 300;

/** Text of Salesforce for people: one line, without addresses and secrets. */
export function forPeople(text: string, secrets: readonly string[]): string {
  const without = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  return without
    .replaceAll(/https?:\/\/\S+/g, '…')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longestSentence);
}

/** However long a server asks for, it is asked again after a day. */
const longestRetryAfter = 24 * 60 * 60;

/** The header Retry-After is a number of seconds or a date. */
function retryAfterSeconds(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  // A bare number with a sign or a point is read as a year by some, so only dates with letters are.
  if (Number.isNaN(seconds) || (!/^\d+$/.test(text) && !/[a-z]/i.test(text))) return undefined;
  return Math.min(longestRetryAfter, Math.max(0, seconds));
}
