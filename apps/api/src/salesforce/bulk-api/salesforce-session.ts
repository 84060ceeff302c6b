import type { Response } from 'undici';
import { z } from 'zod';
import { isLoopback } from '../../platform/settings/sign-on-settings.js';
import type { SalesforceSettings } from '../../platform/settings/salesforce-settings.js';
import { CallFailed, failureOf, notUnderstood } from './call-failed.js';

export interface Session {
  token: string;
  /** Where the organisation's api is. */
  instance: URL;
}

const tokenAnswer = z.object({ access_token: z.string().min(1).max(10_000), instance_url: z.url() });

/** Errors of OAuth that may be gone at the next try. */
const passingErrors: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable', 'unknown_error']);

/** The session of the portal's client credentials, opened when it is first needed and again when it has ended. */
export class SalesforceSession {
  private opened: Promise<Session> | null = null;

  constructor(
    private readonly settings: SalesforceSettings,
    private readonly post: (url: URL, form: URLSearchParams) => Promise<Response>,
  ) {}

  /** Callers of the same moment share one request for a token. Throws CallFailed. */
  current(): Promise<Session> {
    if (this.opened === null) {
      const opening = this.open();
      this.opened = opening;
      opening.catch(() => {
        if (this.opened === opening) this.opened = null;
      });
    }
    return this.opened;
  }

  /** Forgets a session that Salesforce no longer accepts, unless somebody opened another one meanwhile. */
  async end({ token }: Session): Promise<void> {
    const { opened } = this;
    if (opened === null) return;
    const held = await opened.catch(() => null);
    if (this.opened === opened && held?.token === token) this.opened = null;
  }

  private async open(): Promise<Session> {
    const { url, clientId, clientSecret } = this.settings;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
    const response = await this.post(new URL('/services/oauth2/token', url), form);
    if (!response.ok) throw signInFailure(await failureOf(response, [clientSecret]));
    const answer = tokenAnswer.safeParse(await response.json().catch(() => null));
    if (!answer.success) throw notUnderstood();
    const instance = new URL(answer.data.instance_url);
    if (!mayBeAsked(instance, url))
      throw new CallFailed('final', 'Salesforce names another host than that of SALESFORCE_URL, which is not asked.');
    return { token: answer.data.access_token, instance };
  }
}

function signInFailure(failure: CallFailed): CallFailed {
  const { kind, code, message } = failure;
  if (kind === 'passing' || (kind === 'final' && code === null)) return failure;
  if (code !== null && (passingErrors.has(code) || /rate exceeded/i.test(message)))
    return new CallFailed(
      'passing',
      'Salesforce cannot sign the portal in at the moment.',
      code,
      failure.retryAfterSeconds,
    );
  const because = code === null ? '' : ` (${code})`;
  return new CallFailed(
    'final',
    `Salesforce did not sign the portal in${because}. Check the connected app, its user, and SALESFORCE_CLIENT_ID with its secret.`,
    code,
  );
}

/** The token is sent to the host of the settings only, or from one host of Salesforce to another. */
function mayBeAsked(instance: URL, own: URL): boolean {
  if (instance.origin === own.origin) return true;
  if (isLoopback(own)) return false;
  return [instance, own].every(
    ({ protocol, hostname }) => protocol === 'https:' && hostname.endsWith('.salesforce.com'),
  );
}
