import type { ApiClient } from './api-server.js';

export interface IssuedToken {
  tokenId: string;
  token: string;
}

/** Creates Applications and their tokens through the api, as an Admin. */
export class Applications {
  constructor(
    private readonly admin: ApiClient,
    private readonly client: () => ApiClient,
  ) {}

  /** Registers an Application and returns its user id. */
  async register(username: string, context: object | null = null): Promise<string> {
    const { status, body } = await this.admin.post('/api/applications', { username, context });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return String(body['userId']);
  }

  async issue(userId: string, label = 'a label'): Promise<IssuedToken> {
    const { status, body } = await this.admin.post(`/api/applications/${userId}/tokens`, { label });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return { tokenId: String(body['tokenId']), token: String(body['token']) };
  }

  /** A client that sends this `Authorization` header. */
  asking(authorization: string): ApiClient {
    const client = this.client();
    client.authorization = authorization;
    return client;
  }
}
