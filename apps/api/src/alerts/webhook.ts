import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { Agent, fetch } from 'undici';
import { guardedLookup, PrivateAddress, publicOnly, type LookupRules } from '../platform/http/guarded-lookup.js';

export interface WebhookSettings extends LookupRules {
  milliseconds: number;
  /** Of the answer, of which nothing but its status is used. */
  mostBytes: number;
  /** For development and tests: this machine may be reached, also by http. */
  allowsLoopback: boolean;
  /** A certificate to trust beside the usual ones. */
  ca?: string;
}

/** What an address answered. */
export interface Delivery {
  isDelivered: boolean;
  /** In words, without the address: '200', 'no answer within 10 s'. */
  answer: string;
  ms: number;
}

const isLoopback = (address: string): boolean => address === '::1' || /^127\./.test(address);

export const webhookSettings = (allowsLoopback: boolean): WebhookSettings => ({
  milliseconds: 10_000,
  mostBytes: 64 * 1024,
  resolve: publicOnly.resolve,
  isAllowed: (address) => publicOnly.isAllowed(address) || (allowsLoopback && isLoopback(address)),
  allowsLoopback,
});

/** Why an address may not be a webhook's, as a sentence; null if it may. Names are looked up each time that something is sent. */
export function webhookProblem(address: string, { isAllowed, allowsLoopback }: WebhookSettings): string | null {
  if (!URL.canParse(address)) return 'This is not an address.';
  const url = new URL(address);
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  const isHere = allowsLoopback && (isLoopback(host) || host === 'localhost');
  if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:'))
    return 'The address must begin with https://.';
  if (url.username !== '' || url.password !== '') return 'The address must have no user name or password.';
  const isPrivate =
    isIP(host) === 0 ? !isHere && (host === 'localhost' || host.endsWith('.localhost')) : !isAllowed(host);
  return isPrivate ? 'The address is of a private network, which alerts do not reach.' : null;
}

/** The headers that let a receiver check who sent a body and when: HMAC-SHA256 with the key (as text) of `timestamp.body`. */
export function signed(body: string, key: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  return { 'X-Superscope-Timestamp': timestamp, 'X-Superscope-Signature': `sha256=${signature}` };
}

/**
 * Posts a body. The addresses of the name are looked at as the connection is made, and the connection goes to one of these, so that no name
 * leads into a private network. Redirects are not followed. Never throws.
 */
export async function postWebhook(
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  settings: WebhookSettings,
): Promise<Delivery> {
  const began = performance.now();
  const ended = (isDelivered: boolean, answer: string): Delivery => ({
    isDelivered,
    answer,
    ms: Math.round(performance.now() - began),
  });
  const problem = webhookProblem(address, settings);
  if (problem !== null) return ended(false, problem);
  const agent = new Agent({
    connect: { lookup: guardedLookup(settings), ...(settings.ca !== undefined && { ca: settings.ca }) },
  });
  try {
    const response = await fetch(address, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Superscope', ...headers },
      dispatcher: agent,
      redirect: 'manual',
      signal: AbortSignal.timeout(settings.milliseconds),
    });
    let length = 0;
    for await (const part of response.body ?? [])
      if ((length += (part as Uint8Array).length) > settings.mostBytes) break;
    const isRedirect = response.status >= 300 && response.status < 400;
    return ended(response.ok, isRedirect ? `${response.status}, redirects are not followed` : String(response.status));
  } catch (error) {
    return ended(false, failureText(error, settings));
  } finally {
    // At once, because an endless answer must not keep the connection.
    await agent.destroy();
  }
}

/** Without addresses and what the other side wrote. */
function failureText(error: unknown, { milliseconds }: WebhookSettings): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return `no answer within ${milliseconds / 1000} s`;
  if ([error, cause].some((each) => each instanceof PrivateAddress)) return 'its name leads into a private network';
  const code = cause?.code ?? '';
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code)) return 'its certificate is not accepted';
  return code === '' ? 'no connection' : `no connection (${code})`;
}
