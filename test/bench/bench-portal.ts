import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { readOptions } from '@superscope/local/options';
import { Portal } from '@superscope/local/portal';
import { PortalClient } from '@superscope/local/portal-client';
import { MongoClient } from 'mongodb';
import { until } from './measure.js';

export const benchPassword = 'bench-password';

/** The whole portal as a user starts it, with its own data folder, port and engines. */
export class BenchPortal {
  private constructor(
    readonly folder: string,
    readonly url: string,
    /** A client signed in as admin. */
    readonly client: PortalClient,
    /** The admin's session cookie, for the load generator. */
    readonly cookie: string,
    readonly clickhouse: ClickHouseClient,
    readonly mongo: MongoClient,
    /** Addresses of the engines, for tools that run beside the portal. Contains secrets. */
    readonly environment: NodeJS.ProcessEnv,
    private portal: Portal,
    private readonly makePortal: () => Portal,
  ) {}

  /** `settings` are of the api, until it is restarted. */
  static async start(onTrouble: (text: string) => void, settings: NodeJS.ProcessEnv = {}): Promise<BenchPortal> {
    const folder = mkdtempSync(join(tmpdir(), 'superscope-bench-'));
    const options = readOptions([], { SUPERSCOPE_DATA: folder, PORT: String(await freePort()) });
    const makePortal = () => new Portal(options, onTrouble);
    const portal = makePortal();
    try {
      const demo = { SUPERSCOPE_DEMO: 'true', SUPERSCOPE_DEMO_PASSWORD: benchPassword };
      const url = await portal.start({ ...demo, ...settings });
      const client = new PortalClient(url);
      await client.signIn('admin', benchPassword);
      const { environment } = portal;
      const clickhouse = createClient({
        url: environment['CLICKHOUSE_URL']!,
        application: 'superscope-bench',
        request_timeout: 120_000,
        log: { level: ClickHouseLogLevel.OFF },
        clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
      });
      const mongo = await MongoClient.connect(environment['MONGODB_URL']!);
      return new BenchPortal(
        folder,
        url,
        client,
        await sessionOf(url),
        clickhouse,
        mongo,
        environment,
        portal,
        makePortal,
      );
    } catch (error) {
      await portal.stop();
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async count(query: string, params: Record<string, unknown> = {}): Promise<number> {
    const answer = await this.clickhouse.query({
      query: `SELECT (${query}) AS n`,
      query_params: params,
      format: 'JSONEachRow',
    });
    const [row] = await answer.json<{ n: number | string }>();
    return Number(row?.n ?? 0);
  }

  /**
   * Restarts everything on the same data. Returns the seconds from the start until it is ready. Existing connections to the engines are
   * lost.
   */
  async restart(): Promise<number> {
    await this.portal.stop();
    const began = performance.now();
    this.portal = this.makePortal();
    await this.portal.start({ SUPERSCOPE_DEMO: 'true', SUPERSCOPE_DEMO_PASSWORD: benchPassword });
    const isReady = async () => (await fetch(`${this.url}/api/ready`)).ok;
    await until('The portal', isReady, { withinSeconds: 120 });
    return (performance.now() - began) / 1000;
  }

  /** Stops everything and deletes the folder. */
  async stop(): Promise<void> {
    await this.clickhouse.close();
    await this.mongo.close();
    await this.portal.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Signs in as admin and returns the session cookie. */
export async function sessionOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/authentication`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-By': 'superscope' },
    body: JSON.stringify({ username: 'admin', password: benchPassword }),
  });
  if (!answer.ok) throw new Error(`Signing in was refused with ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
