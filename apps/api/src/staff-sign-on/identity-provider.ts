import { Inject, Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type Configuration,
} from 'openid-client';
import { ENV, type Env } from '../env.js';
import type { PendingSignOn } from './pending-sign-on.js';
import { SignOnRefusal } from './sign-on-refusal.js';
import { isLoopback, signOnSettings, type SignOnSettings } from '../platform/settings/sign-on-settings.js';

const callbackPath = '/api/authentication/staff/callback';

/** The provider's claims about a person, not validated yet. */
export type Claims = Readonly<Record<string, unknown>>;

/** The person sees a blank page while waiting. */
const timeoutSeconds = 5;
/** The provider's endpoints are discovered again after this long, and its keys whenever one is missing. */
const discoveredForMilliseconds = 60 * 60_000;

/** The staff identity provider: code flow with PKCE, state and nonce. */
@Injectable()
export class IdentityProvider {
  readonly settings: SignOnSettings | null;
  private discovered: { configuration: Promise<Configuration>; at: number } | null = null;

  constructor(@Inject(ENV) private readonly env: Env) {
    this.settings = signOnSettings(env);
  }

  /** Returns the URL to send the browser to, and the state to remember until it returns. */
  async begin(path: string): Promise<{ url: URL; pending: PendingSignOn }> {
    const { configuration, settings } = await this.configuration();
    const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.callbackUrl().href,
      scope: settings.scope,
      state,
      nonce,
      code_challenge_method: 'S256',
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    });
    return { url, pending: { state, nonce, codeVerifier, path } };
  }

  /**
   * Returns the person's claims. Those of the ID token take precedence over those of the userinfo endpoint. `search` is the query with
   * which the browser returned. Throws SignOnRefusal.
   */
  async finish(search: string, { state, nonce, codeVerifier }: PendingSignOn): Promise<Claims> {
    if (new URLSearchParams(search).get('state') !== state) throw new SignOnRefusal('notBegunHere');
    const { configuration } = await this.configuration();
    const url = this.callbackUrl();
    url.search = search;
    try {
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
      return { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  private callbackUrl(): URL {
    return new URL(callbackPath, this.env.SUPERSCOPE_PUBLIC_URL);
  }

  private async configuration(): Promise<{ configuration: Configuration; settings: SignOnSettings }> {
    const { settings } = this;
    if (settings === null) throw new SignOnRefusal('notSetUp');
    if (this.discovered === null || Date.now() - this.discovered.at > discoveredForMilliseconds)
      this.discovered = { configuration: discover(settings), at: Date.now() };
    const { discovered } = this;
    try {
      return { configuration: await discovered.configuration, settings };
    } catch (error) {
      // After a failure, the next sign-on tries the discovery again.
      if (this.discovered === discovered) this.discovered = null;
      throw new SignOnRefusal('providerAway', error);
    }
  }
}

const discover = ({ issuer, clientId, clientSecret }: SignOnSettings): Promise<Configuration> =>
  discovery(issuer, clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    ...(isLoopback(issuer) && { execute: [allowInsecureRequests] }),
  });

/** The library's error codes for a missing response, or one that did not come from the provider. */
const awayCodes = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];

function refusalOf(error: unknown): SignOnRefusal {
  if (error instanceof AuthorizationResponseError) return new SignOnRefusal('cancelled', error);
  if (error instanceof ResponseBodyError)
    return new SignOnRefusal(error.error === 'invalid_grant' ? 'expired' : 'notTrusted', error);
  const code = error instanceof ClientError ? (error.code ?? '') : '';
  // `fetch` reports a failed connection as a TypeError.
  return new SignOnRefusal(
    error instanceof TypeError || awayCodes.includes(code) ? 'providerAway' : 'notTrusted',
    error,
  );
}
