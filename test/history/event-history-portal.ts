import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { EventFilter, EventPage, HistoryEvent } from '@superscope/contracts/event-history';
import { campaignStream, recordCampaign, recordEngagement } from '@superscope/domain/campaign/campaign';
import { streamName } from '@superscope/domain/event';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { Projector } from '@superscope/projector/runtime/projector';
import { expect, vi } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { engineBytes, engineFiles } from '../harness/engine-files.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';

export const planId = 'TWR.P0001';
export const otherPlan = 'LBE.P0009';
export const campaignId = 'TWR.K1';
export const revisedAt = '2026-04-01T00:00:00.000Z';
/** The revised surname of a member. It occurs nowhere else. */
export const revisedSurname = 'Zzyzxsurname';

export const queryOf = (filter: object): string => new URLSearchParams(filter as Record<string, string>).toString();

/** A portal with the events of a plan of 40 members, of whom one was revised by `mover`, and an auditor who searches them. */
export class EventHistoryPortal {
  private constructor(
    readonly engines: PortalEngines,
    private readonly projector: Projector,
    readonly api: Awaited<ReturnType<typeof startApi>>,
    readonly auditor: ApiClient,
    readonly plan: SamplePlan,
    /** The request that revised the member. */
    readonly revision: ReturnType<typeof byTest>,
  ) {}

  static async start(): Promise<EventHistoryPortal> {
    const engines = await startWithAccounts();
    const projector = await engines.projector();
    await projector.start();
    const { store, identity } = engines;
    const plan = new SamplePlan(store, identity, planId);
    plan.at = '2026-01-05T00:00:00.000Z';
    await plan.register(40);
    await plan.month('2025-11', 20_000);
    await new SamplePlan(store, identity, otherPlan).register(1);
    const campaign = { campaignId, planId, campaignType: 'Nomination', name: 'Nominate', runDate: '2025-12-01' };
    await store.transact(campaignStream, campaignId, recordCampaign(campaign), byTest());
    const sent: [string, 'Sent', string][] = [[plan.memberIds[0]!, 'Sent', '2025-12-01T01:00:00.000Z']];
    await store.transact(campaignStream, campaignId, recordEngagement('import-1', sent), byTest());
    const old = plan.member(1);
    const revised = { ...old, addressState: 'TAS', personal: { ...old.personal, surname: revisedSurname } };
    const revision = { ...byTest(revisedAt), actor: 'mover', correlationId: randomUUID() };
    await store.transact(memberStream, old.memberId, recordMember(revised, '2025-12-15'), revision);
    const api = await startApi(engines);
    const auditor = api.client();
    await auditor.signIn('auditor');
    const portal = new EventHistoryPortal(engines, projector, api, auditor, plan, revision);
    const { correlationId } = revision;
    await vi.waitFor(async () => expect((await portal.search({ correlationId })).events).toHaveLength(1), 20_000);
    return portal;
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await this.projector.stop();
    await this.engines.stop();
  }

  async search(filter: EventFilter & { before?: string }, by = this.auditor): Promise<EventPage> {
    const { status, body } = await by.request(`/api/history/events?${queryOf(filter)}`);
    expect(status).toBe(200);
    return body as unknown as EventPage;
  }

  /** The newest event that matches. */
  async one(filter: EventFilter): Promise<HistoryEvent> {
    return (await this.search(filter)).events[0]!;
  }

  /** The events of all pages. A page is shorter while rows of a redelivery are not merged. */
  async found(filter: EventFilter): Promise<string[]> {
    const events: HistoryEvent[] = [];
    for (let before: string | null = null; ;) {
      const page: EventPage = await this.search({ ...filter, ...(before === null ? {} : { before }) });
      events.push(...page.events);
      if (page.next === null) return events.map(({ stream, type }) => `${stream} ${type}`);
      before = page.next;
    }
  }

  memberStream(i: number): string {
    return streamName(memberStream, this.plan.memberIds[i]!);
  }

  /** Every event of the log. */
  async recorded(): Promise<RecordedEvent[]> {
    const all: RecordedEvent[] = [];
    for await (const batch of this.engines.store.readAll({ from: null }))
      for (const event of batch) if (!isUndecodable(event)) all.push(event);
    return all;
  }

  async accessEntries(): Promise<Record<string, unknown>[]> {
    return (await this.recorded())
      .filter(({ type }) => type === 'AccessRecorded')
      .flatMap(({ data }) => (data as { entries: Record<string, unknown>[] }).entries);
  }

  /** The number of ClickHouse's files, and the names of those that contain the text. */
  clickHouseFiles(text: string): { files: number; holding: string[] } {
    const files = engineFiles(join(this.engines.folder, 'clickhouse'));
    return { files: files.length, holding: files.filter((path) => engineBytes(path).includes(text)) };
  }
}
