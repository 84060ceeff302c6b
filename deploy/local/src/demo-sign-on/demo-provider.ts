import { generateKeyPairSync, randomBytes, timingSafeEqual, createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { interactionPolicy, type Configuration } from 'oidc-provider';
import type { DemoPerson } from './demo-people.js';
import { choicePage } from './choice-page.js';

export interface DemoProviderOptions {
  /** A port, 0 for any; or the listening socket of the previous process. */
  listen: { port: number } | { fd: number };
  clientId: string;
  clientSecret: string;
  /** The portal's address to which the browser returns. */
  redirectUri: string;
  people: readonly DemoPerson[];
  /** The demo accounts' password, which keeps out other users of this machine. */
  password: string;
}

export interface DemoProvider {
  url: string;
  server: Server;
  stop(): Promise<void>;
}

/** Validity of an authorization code. */
export const codeMilliseconds = 60_000;
const longestForm = 10_000;

/** An OpenID Connect provider for the demo's staff, on loopback. It stores nothing, so people sign in again after a restart. */
export async function startDemoProvider(options: DemoProviderOptions): Promise<DemoProvider> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen('fd' in options.listen ? options.listen : { ...options.listen, host: '127.0.0.1' }, resolve);
  });
  // Not `localhost`, the portal's host: cookies are shared by all ports of a host.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, configurationOf(options));
  const others = provider.callback();
  server.on('request', (request, response) => {
    const asked = /^\/interaction\/[\w-]+$/.test(request.url ?? '')
      ? choose(provider, options, request, response)
      : others(request, response);
    Promise.resolve(asked).catch(() => {
      if (!response.headersSent) response.writeHead(400, { 'Content-Type': 'text/plain' });
      response.end('This sign-on is over. Please begin again in the portal.');
    });
  });
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, server, stop };
}

function configurationOf({ clientId, clientSecret, redirectUri, people }: DemoProviderOptions) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const policy = interactionPolicy.base();
  // Always asks for the person, because signing out of the portal does not sign out of this provider.
  policy
    .get('login')!
    .checks.add(
      new interactionPolicy.Check('choice', 'Choose a person', ({ oidc }) => oidc.result?.login === undefined),
    );
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username', 'roles'] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { methods: ['S256'], required: () => true },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: codeMilliseconds / 1000,
      Grant: 600,
      IdToken: 300,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_, subject) => {
      const person = people.find((each) => each.subject === subject);
      if (person === undefined) return undefined;
      const { name, email, role } = person;
      const claims = { sub: subject, name, email, email_verified: true, preferred_username: subject, roles: [role] };
      return { accountId: subject, claims: () => claims };
    },
    // Grants without asking for consent, because the portal is the only client.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  } satisfies Configuration;
}

/** Shows the people to choose from, and handles the choice. */
async function choose(
  provider: Provider,
  { people, password }: DemoProviderOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Throws if no sign-on is in progress in this browser.
  await provider.interactionDetails(request, response);
  const show = (status: number, problem: string | null, chosen: string | null) => {
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(choicePage(people, { problem, chosen }));
  };
  if (request.method === 'GET') return show(200, null, null);
  const form = new URLSearchParams(await bodyOf(request));
  const accountId = form.get('person');
  if (form.has('cancel'))
    return provider.interactionFinished(
      request,
      response,
      { error: 'access_denied' },
      { mergeWithLastSubmission: false },
    );
  if (accountId === null || !same(form.get('password') ?? '', password))
    return show(401, 'Choose a person and enter the password of the demo accounts.', accountId);
  await provider.interactionFinished(request, response, { login: { accountId, remember: false } });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk as string;
    if (text.length > longestForm) throw new Error('The form is too long.');
  }
  return text;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();
const same = (a: string, b: string) => timingSafeEqual(digestOf(a), digestOf(b));
