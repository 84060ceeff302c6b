import { planMembers } from '@superscope/contracts/corrections';
import { consultant, memberOption, recordedMemberEvents } from '@superscope/contracts/member-events';
import { z } from 'zod';
import { PortalClient } from '../portal-client.js';
import type { DemoPast } from './past-plan.js';

/** A reason why somebody searches for a member in the demo: it finds a few. */
const searched = 'wilson';

/** What the people of the demo do in its past, each by the requests of their screens. Requests with a key are recorded once. */
export class PastPeople {
  constructor(
    private readonly url: string,
    private readonly password: string,
    private readonly past: DemoPast,
  ) {}

  async signedIn(username: string): Promise<PortalClient> {
    const client = new PortalClient(this.url);
    await client.signIn(username, this.password);
    return client;
  }

  /** An employer downloads the figures, and a consultant looks two members up. */
  async look(): Promise<void> {
    const employer = await this.signedIn('companyrep');
    await read(employer, `/api/plans/${this.past.planId}/analyticsSummaryCsv`);
    const adviser = await this.signedIn('authorisedrep');
    for (const { id } of (await this.found(adviser)).slice(0, 2)) await read(adviser, `/api/members/${id}/events`);
  }

  /** The member moves to the employer that later files name. */
  async move(key: string): Promise<void> {
    const admin = await this.signedIn('admin');
    const { planId, moved } = this.past;
    const found = planMembers.parse(await read(admin, `/api/plans/${planId}/members?name=${moved.memberNumber}`));
    const member = found.find(({ memberNumber }) => memberNumber === moved.memberNumber);
    if (member === undefined) throw new Error(`The demo has no member ${moved.memberNumber}.`);
    const to = { planId, companyId: moved.companyId, categoryId: member.categoryId, on: `${moved.month}-01` };
    await write(admin, 'POST', `/api/members/${member.id}/move`, key, to);
  }

  async cancel(key: string): Promise<void> {
    await write(await this.signedIn('admin'), 'POST', `/api/campaigns/${this.past.cancelled.campaignId}/cancel`, key);
  }

  /** Somebody of the fund stands in as an Admin, and later no longer does. */
  async giveRole(role: 'Admin' | 'Staff', key: string): Promise<void> {
    const revision = { role, name: 'Daniel Okafor' };
    await write(await this.signedIn('admin'), 'PATCH', '/api/authentication/users/staff', key, revision);
  }

  /** A consultant records an event for the wrong member, and withdraws it after `pause`. */
  async record(key: string, day: string, pause: () => Promise<void>): Promise<void> {
    const adviser = await this.signedIn('authorisedrep');
    const [member] = await this.found(adviser);
    const own = z
      .array(consultant)
      .parse(await read(adviser, '/api/onecentral/consultants'))
      .find((one) => one.own);
    if (member === undefined || own === undefined) throw new Error('The demo has nobody to record an event for.');
    const event = {
      memberId: member.id,
      effectiveDate: day,
      consultant: own.id,
      potentialConsolidationVerified: {
        create: true,
        outcome: 'RECOMMENDED_PROCEEDING',
        notes: 'Two other accounts found.',
      },
    };
    const answer = await write(adviser, 'POST', '/api/members/events', key, event);
    const { events } = recordedMemberEvents.parse(answer);
    await pause();
    for (const { id } of events) await write(adviser, 'DELETE', `/api/members/events/${id}`, `${key}-withdrawn`);
  }

  private async found(adviser: PortalClient) {
    return z.array(memberOption).parse(await read(adviser, `/api/members?name=${searched}`));
  }
}

async function read(client: PortalClient, path: string): Promise<unknown> {
  const answer = await client.request(path);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${text}`);
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
}

async function write(client: PortalClient, method: string, path: string, key: string, body?: object): Promise<unknown> {
  const headers = { 'Idempotency-Key': `demo-${key}`, ...(body && { 'Content-Type': 'application/json' }) };
  const answer = await client.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}
