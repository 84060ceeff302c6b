import { shiftMonth, sydneyDate } from '@superscope/domain/calendar-dates';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { derivations, projections } from '@superscope/projector/read-models';
import { rebuild } from '@superscope/projector/rebuild/rebuild';
import type { Projector } from '@superscope/projector/runtime/projector';
import { expect } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { registerConsultant } from '../harness/consultant-account.js';
import { PortalEngines, quiet } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';
import { rowsOfSpreadsheet, sheetOfSpreadsheet } from '../harness/spreadsheet.js';

export const today = sydneyDate(new Date());
/** A month of snapshots of which nobody is engaged today. */
export const longAgo = shiftMonth(today.slice(0, 7), -14);

export const consulted = { consultationPerformed: { create: true } };

export interface TimelineEntry {
  id: string;
  eventType: string;
  processed: boolean;
}

/** The headers that make a read wait for a write. */
export const after = ({ body }: { body: Record<string, unknown> }) => ({
  'X-After': `${String(body['stream'])}@${String(body['position'])}`,
});

const planId = 'PF.a';
const members = 40;

/** A portal with a plan of 40 members, a member of another provider's plan, and consultants of both providers. */
export class MembersPortal {
  private readonly clients = new Map<string, ApiClient>();

  private constructor(
    readonly engines: PortalEngines,
    private readonly projector: Projector,
    readonly api: Awaited<ReturnType<typeof startApi>>,
    readonly plan: SamplePlan,
  ) {}

  /** `month` (yyyy-MM) is the month of the plan's snapshots. None of its members is engaged today. */
  static async start(month: string): Promise<MembersPortal> {
    const engines = await PortalEngines.withLoaded(`members of ${month}`, (empty) => loadMembers(empty, month));
    const projector = await engines.projector();
    await projector.start();
    const api = await startApi(engines);
    const plan = new SamplePlan(engines.store, engines.identity, planId);
    plan.memberIds.push(...Array.from({ length: members }, (_, i) => plan.member(i).memberId));
    const portal = new MembersPortal(engines, projector, api, plan);
    await portal.caughtUp();
    return portal;
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await this.projector.stop();
    await this.engines.stop();
  }

  caughtUp(): Promise<void> {
    return caughtUp(this.engines, this.projector);
  }

  async signedIn(username: string): Promise<ApiClient> {
    const known = this.clients.get(username);
    if (known) return known;
    const client = this.api.client();
    expect((await client.signIn(username)).status).toBe(200);
    this.clients.set(username, client);
    return client;
  }

  /** A spreadsheet that Admins export. */
  async spreadsheet(path: string) {
    const { cookie } = await this.signedIn('admin');
    const answer = await fetch(`${this.api.url}${path}`, {
      headers: { Cookie: cookie, 'X-Requested-By': 'superscope' },
    });
    const { status, headers } = answer;
    const file = Buffer.from(await answer.arrayBuffer());
    return { status, headers, rows: rowsOfSpreadsheet(file), sheet: sheetOfSpreadsheet(file) };
  }

  /** What a rebuild of a read model finds different. */
  async compare(only: 'members' | 'memberEvents') {
    const { engines } = this;
    const parts = {
      store: engines.store,
      live: engines.target(),
      rebuilt: engines.target('_rebuild'),
      ops: engines.mongo.db('ops'),
    };
    const { differences } = await rebuild(
      { ...parts, projections, derivations: derivations(engines.secret), log: quiet },
      { only },
    );
    return differences;
  }

  async timeline(client: ApiClient, memberId: string, headers: Record<string, string> = {}): Promise<TimelineEntry[]> {
    const { status, body } = await client.request(`/api/members/${memberId}/events`, { headers });
    expect(status).toBe(200);
    return body as unknown as TimelineEntry[];
  }
}

/** The body of a submission by Helen Marchetti. */
export const bodyOf = (memberId: string, blocks: object = consulted, more: object = {}) => ({
  memberId,
  effectiveDate: today,
  consultant: 'authorisedrep',
  ...blocks,
  ...more,
});

export const submit = (client: ApiClient, body: object, headers: Record<string, string> = {}) =>
  client.post('/api/members/events', body, headers);

export const withdraw = (client: ApiClient, id: string) =>
  client.request(`/api/members/events/${id}`, { method: 'DELETE' });

async function loadMembers(engines: PortalEngines, month: string): Promise<void> {
  const projector = await engines.projector();
  await projector.start();
  // The nightly command's first run opens the current month and closes the earlier ones.
  const api = await startApi(engines);
  const { store, identity } = engines;
  for (const [platformId, providerId] of [
    ['PF', 'TALLOW'],
    ['QF', 'WATTLE'],
  ] as const) {
    const platform = { platformId, name: platformId, providerId };
    await store.transact(platformStream, platformId, recordPlatform(platform), byTest());
  }
  const plan = new SamplePlan(store, identity, planId);
  await plan.figures();
  await plan.register(members);
  await plan.month(month, 50_000);
  await new SamplePlan(store, identity, 'QF.b').register(1);
  await registerConsultant(engines, api, 'joon', { kind: 'provider', id: 'TALLOW' });
  await registerConsultant(engines, api, 'wanda', { kind: 'provider', id: 'WATTLE' });
  await registerConsultant(engines, api, 'nobody', null);
  await caughtUp(engines, projector);
  await api.stop();
  await projector.stop();
}
