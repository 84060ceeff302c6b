import { setTimeout as delay } from 'node:timers/promises';
import { audienceHeader } from '@superscope/contracts/analytics/audience-header';
import { PortalClient } from '@superscope/local/portal-client';

const figures = {
  measures: ['MemberSnapshot.countMembers'],
  dimensions: ['Member.planId'],
  timeDimensions: [
    { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: ['2023-11-01', '2024-02-29'] },
  ],
};
/** What pages of the portal ask: documents, figures, and the state of everything. */
const visited = [
  '/api/plans',
  '/api/csv/imports',
  '/api/system-health',
  `/cubejs-api/v1/load?${new URLSearchParams({ query: JSON.stringify(figures) })}`,
];

/** Somebody who keeps opening pages of the portal, and notes what they are told when one does not open. */
export class Visitor {
  private goesOn = false;
  private visiting: Promise<unknown> = Promise.resolve();
  opened = 0;
  /** What was said in the place of a page, with how often. Null is no answer at all. */
  readonly told = new Map<string | null, number>();

  private constructor(private readonly client: PortalClient) {}

  static async signIn(url: string, username: string, password: string): Promise<Visitor> {
    const client = new PortalClient(url);
    await client.signIn(username, password);
    return new Visitor(client);
  }

  start(): void {
    this.goesOn = true;
    this.visiting = Promise.all(visited.map((path) => this.keepOpening(path)));
  }

  async stop(): Promise<void> {
    this.goesOn = false;
    await this.visiting;
  }

  /** What was said that is no sentence for people. */
  get unspoken(): (string | null)[] {
    return [...this.told.keys()].filter((text) => text === null || !/^[A-Z].*\.$/s.test(text));
  }

  private async keepOpening(path: string): Promise<void> {
    while (this.goesOn) {
      const said = await this.open(path);
      if (said === undefined) this.opened += 1;
      else this.told.set(said, (this.told.get(said) ?? 0) + 1);
      await delay(100);
    }
  }

  /** Undefined if the page opened. */
  private async open(path: string): Promise<string | null | undefined> {
    try {
      const headers = { [audienceHeader]: 'staff' };
      const answer = await this.client.request(path, { headers, signal: AbortSignal.timeout(60_000) });
      const text = await answer.text();
      if (answer.ok) return undefined;
      const { message, error } = JSON.parse(text) as { message?: unknown; error?: unknown };
      // The query service's refusals have the form of its protocol.
      const said = message ?? error;
      return typeof said === 'string' ? said : `${answer.status} ${text}`;
    } catch (error) {
      return error instanceof SyntaxError ? 'an answer that is no JSON' : null;
    }
  }
}
