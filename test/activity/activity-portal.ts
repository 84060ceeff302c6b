import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { Activity } from '@superscope/contracts/onecentral-activity';
import { accessStream, recordAccess, type AccessEntry } from '@superscope/domain/access/access';
import { shiftMonth, sydneyDate } from '@superscope/domain/calendar-dates';
import { streamName } from '@superscope/domain/event';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { expect } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { byTest } from '../harness/sample-plan.js';
import { MembersPortal, today } from '../members/members-portal.js';

/** A portal with members, and an auditor who searches the access log. */
export class ActivityPortal {
  private constructor(
    readonly members: MembersPortal,
    readonly auditor: ApiClient,
  ) {}

  static async start(): Promise<ActivityPortal> {
    const members = await MembersPortal.start(shiftMonth(today.slice(0, 7), -14));
    return new ActivityPortal(members, await members.signedIn('auditor'));
  }

  stop(): Promise<void> {
    return this.members.stop();
  }

  /** Writes access-log entries to the stream of their day, as the api did on that day. */
  async record(...entries: AccessEntry[]): Promise<void> {
    const stream = streamName(accessStream, sydneyDate(entries[0]!.at));
    await this.members.engines.store.append(stream, recordAccess(entries)(null), {
      expectedRevision: 'any',
      metadata: byTest(),
    });
  }

  /** Every event of the access log. */
  async stored(): Promise<RecordedEvent[]> {
    const found: RecordedEvent[] = [];
    for await (const batch of this.members.engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch) if (!isUndecodable(event)) found.push(event);
    return found;
  }

  /** The auditor's search result, once the read model has all earlier actions. */
  async search(query: string): Promise<Activity> {
    await this.members.api.app.get(AccessLog).flush();
    await this.members.caughtUp();
    const { status, body } = await this.auditor.request(`/api/onecentral/access?${query}`);
    expect([status, body.message]).toEqual([200, undefined]);
    return body as unknown as Activity;
  }
}
