import { ChangeCounters } from '@superscope/api/changes/change-counters';
import { readEnv } from '@superscope/api/env';
import { createServer } from '@superscope/api/server';
import type { DestinationStream } from 'pino';
import { checkAnswers } from './checked-answers.js';
import type { PortalEngines } from './portal-engines.js';

export const testPassword = 'a-test-password-1';

/** A client of the api. It keeps the session cookie and sends the header of Superscope's own client, or sends an Application's token. */
export class ApiClient {
  cookie = '';
  authorization: string | null = null;

  constructor(private readonly url: string) {}

  async request(
    path: string,
    init: RequestInit = {},
  ): Promise<{
    status: number;
    body: Record<string, unknown> & { message?: string; user?: Record<string, unknown>; mfaRequired?: boolean };
    headers: Headers;
  }> {
    const headers = new Headers(init.headers);
    if (!headers.has('X-Requested-By')) headers.set('X-Requested-By', 'superscope');
    if (this.cookie) headers.set('Cookie', this.cookie);
    if (this.authorization !== null) headers.set('Authorization', this.authorization);
    const answer = await fetch(`${this.url}${path}`, { ...init, headers, redirect: 'manual' });
    const set = answer.headers.getSetCookie().map((line) => line.split(';')[0]!);
    if (set.length > 0) this.cookie = set.filter((pair) => !pair.endsWith('=')).join('; ');
    const text = await answer.text();
    return {
      status: answer.status,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
      headers: answer.headers,
    };
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}) {
    return this.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  signIn(username: string, password = testPassword, more: object = {}) {
    return this.post('/api/authentication', { username, password, ...more });
  }
}

/**
 * Starts the api in this process on the suite's engines, with one demo account for each role. Its answers are checked against the
 * declarations of its endpoints; `stop` throws if one differed.
 */
export async function startApi(
  engines: PortalEngines,
  settings: NodeJS.ProcessEnv = {},
  logTo?: DestinationStream,
  port = 0,
) {
  const env = readEnv({
    PORT: '0',
    EVENTSTORE_URL: engines.urls.eventStore,
    MONGODB_URL: engines.urls.mongo,
    CLICKHOUSE_URL: engines.urls.clickhouse,
    SUPERSCOPE_MASTER_KEY: engines.masterKey,
    SUPERSCOPE_DEMO: 'true',
    SUPERSCOPE_DEMO_PASSWORD: testPassword,
    LOG_LEVEL: 'fatal',
    ...settings,
  });
  const app = await createServer(env, logTo);
  const checked = checkAnswers(app);
  await app.listen(port, '127.0.0.1');
  const followed = app.get(ChangeCounters);
  engines.followers.add(followed);
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const stop = async () => {
    engines.followers.delete(followed);
    await app.close();
    if (checked.wrong.length > 0) throw new Error(`Answers are not as declared:\n${checked.wrong.join('\n')}`);
  };
  return { url, app, client: () => new ApiClient(url), stop };
}
