import { setTimeout } from 'node:timers/promises';

/** A query as sent to the query service. */
export interface Query {
  measures?: string[];
  dimensions?: string[];
  filters?: { member: string; operator: 'equals'; values: readonly string[] }[];
  timeDimensions?: { dimension: string; granularity?: string; dateRange?: string[]; compareDateRange?: string[][] }[];
  limit?: number;
}

/** A note about an answer's nulls: `reason` with the exact mechanism, `because` with the adjusted one. */
export interface Suppressed {
  row: number | null;
  members?: string[];
  member?: string;
  reason?: 'small' | 'withheld' | 'filter';
  because?: '<11' | 'np' | 'least';
  least?: number;
}

export interface Result {
  data: Record<string, string | number | null>[];
  suppressed?: Suppressed[];
  /** Parts of a union that are missing from its sum. */
  leftOut?: { row: number; parts: string[] }[];
  /** The months that a dated fact is counted over. */
  lookBackMonths?: number;
}

/** One result, or one for each compared range; null when the query was refused. */
export type Answer = Result[] | null;

const mostQueriesOfARequest = 20;
const connections = 4;

/** A signed-in user who queries the query service over HTTP. */
export class PortalAsker {
  asked = 0;
  refused = 0;
  /** The first sentences of refusals, for the run's log. */
  readonly refusals = new Map<string, number>();
  private cookie = '';
  private account: { username: string; password: string } | null = null;
  private signingIn: Promise<unknown> | null = null;

  constructor(
    private readonly url: string,
    private readonly audience: 'employer' | 'staff' = 'employer',
  ) {}

  async signIn(username: string, password: string): Promise<this> {
    this.account = { username, password };
    const answer = await this.send('/api/authentication', { username, password });
    if (!answer.ok) throw new Error(`Signing in as ${username} was refused with ${answer.status}.`);
    await answer.arrayBuffer();
    this.cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return this;
  }

  /** An attack computes for longer than an idle session lasts. False for a caller who never signed in. */
  private async signInAgain(): Promise<boolean> {
    const { account } = this;
    if (account === null) return false;
    this.signingIn ??= this.signIn(account.username, account.password).finally(() => (this.signingIn = null));
    await this.signingIn;
    return true;
  }

  async meta(): Promise<string> {
    return (await fetch(`${this.url}/cubejs-api/v1/meta`, { headers: this.headers() })).text();
  }

  /** The answer of another endpoint; null if there is none, or none for this caller. */
  async get(path: string): Promise<unknown> {
    const ask = () => repeated(() => fetch(`${this.url}${path}`, { headers: this.headers() }));
    let answer = await ask();
    if (answer.status === 401 && (await this.signInAgain())) answer = await ask();
    this.asked += 1;
    if (answer.ok) return answer.json();
    if (![400, 403, 404].includes(answer.status)) throw new Error(`GET ${path} was answered ${answer.status}.`);
    this.refused += 1;
    await answer.arrayBuffer();
    return null;
  }

  /** Everything that comes with an answer: its status, headers and text. With a body it is a POST. */
  async everything(path: string, body?: object): Promise<{ status: number; headers: Headers; text: string }> {
    const ask = () =>
      repeated(() => (body ? this.send(path, body) : fetch(`${this.url}${path}`, { headers: this.headers() })));
    let answer = await ask();
    if (answer.status === 401 && (await this.signInAgain())) answer = await ask();
    this.asked += 1;
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  /** Answers in the order of the queries. Monthly queries share requests. */
  async ask(queries: readonly Query[]): Promise<Answer[]> {
    const answers = new Array<Answer>(queries.length).fill(null);
    const work: number[][] = [];
    const shared: number[] = [];
    for (const [at, query] of queries.entries())
      if (query.timeDimensions?.some(({ granularity }) => granularity)) shared.push(at);
      else work.push([at]);
    for (let at = 0; at < shared.length; at += mostQueriesOfARequest)
      work.push(shared.slice(at, at + mostQueriesOfARequest));
    const next = async (): Promise<void> => {
      for (let some = work.pop(); some; some = work.pop())
        (await this.load(some.map((at) => queries[at]!))).forEach((answer, i) => (answers[some[i]!] = answer));
    };
    await Promise.all(Array.from({ length: connections }, next));
    return answers;
  }

  /** A refused query does not affect the others of its request. */
  private async load(queries: readonly Query[]): Promise<Answer[]> {
    const query = queries.length === 1 ? queries[0] : queries;
    const ask = () => repeated(() => this.send('/cubejs-api/v1/load', { query, queryType: 'multi' }));
    let answer = await ask();
    if (answer.status === 401 && (await this.signInAgain())) answer = await ask();
    const body = (await answer.json().catch(() => ({}))) as { results?: Result[]; error?: string };
    if (answer.ok && body.results) {
      this.asked += queries.length;
      return queries.length === 1 ? [body.results] : body.results.map((result) => [result]);
    }
    if (queries.length > 1) {
      const halves = [queries.slice(0, queries.length >> 1), queries.slice(queries.length >> 1)];
      return [...(await this.load(halves[0]!)), ...(await this.load(halves[1]!))];
    }
    if (![400, 403].includes(answer.status)) throw new Error(`A query was answered ${answer.status}: ${body.error}`);
    this.asked += 1;
    this.refused += 1;
    const said = `${answer.status} ${body.error}`;
    this.refusals.set(said, (this.refusals.get(said) ?? 0) + 1);
    return [null];
  }

  private send(path: string, body: object): Promise<Response> {
    const headers = { ...this.headers(), 'Content-Type': 'application/json' };
    return fetch(`${this.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  private headers(): Record<string, string> {
    return {
      'X-Requested-By': 'superscope',
      ...(this.cookie ? { Cookie: this.cookie } : {}),
      ...(this.audience === 'staff' ? { 'X-Audience': 'staff' } : {}),
    };
  }
}

/** The server closes connections during a long computation, and each of them then fails once. Questions are safe to repeat. */
async function repeated(send: () => Promise<Response>): Promise<Response> {
  for (let left = 2 * connections; left > 0; left -= 1) {
    const answer = await send().catch(() => null);
    if (answer) return answer;
    await setTimeout(100);
  }
  return send();
}

export const equals = (member: string, values: readonly string[]) => ({ member, operator: 'equals' as const, values });

/** The last day of yyyy-MM. */
const lastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

/** Whole months, both included. */
export const rangeOf = (from: string, to: string): string[] => [`${from}-01`, lastDay(to)];

export const monthOf = (wall: unknown): string => String(wall).slice(0, 7);
