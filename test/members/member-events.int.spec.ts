import { CommandBus } from '@nestjs/cqrs';
import { readEnv } from '@superscope/api/env';
import { ProcessMemberEvents } from '@superscope/api/members/process-events.slice';
import { processMemberEventsNow } from '@superscope/api/members/process-events-tool';
import { systemContext } from '@superscope/api/platform/commands/command-context';
import { addDays } from '@superscope/domain/calendar-dates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { after, bodyOf, consulted, longAgo, MembersPortal, submit, today, withdraw } from './members-portal.js';

let portal: MembersPortal;
let helen: ApiClient;
let memberId: string;
let members = 0;

beforeAll(async () => {
  portal = await MembersPortal.start(longAgo);
  helen = await portal.signedIn('authorisedrep');
});
afterAll(() => portal.stop());

// Each test has a separate member.
beforeEach(() => {
  memberId = portal.plan.memberIds[(members += 1)]!;
});

const process = (day: string) =>
  portal.api.app.get(CommandBus).execute(ProcessMemberEvents.of('', day)(systemContext(`process/${day}`)));

// First, because a later test processes all events.
describe('what a consultant recorded today', () => {
  const ownOf = async (client: ApiClient, headers: Record<string, string> = {}) => {
    const { status, body } = await client.request('/api/members/events/today', { headers });
    expect(status).toBe(200);
    const { events } = body as unknown as {
      events: { id: string; member: { id: string }; withdrawnAt: string | null }[];
    };
    return events.filter(({ member }) => member.id === memberId);
  };

  it('is listed for them alone, with the member, and stays there when it is withdrawn', async () => {
    const written = await submit(
      helen,
      bodyOf(memberId, { insuranceAdviceImplemented: { create: true, notes: 'Cover' } }),
    );
    const [own, ...more] = await ownOf(helen, after(written));
    expect(more).toEqual([]);
    expect(own).toMatchObject({
      eventType: 'InsuranceAdviceImplemented',
      notes: 'Cover',
      effectiveDate: today,
      processed: false,
      withdrawnAt: null,
    });
    expect(await ownOf(await portal.signedIn('joon'), after(written))).toEqual([]);
    const withdrawn = await withdraw(helen, own!.id);
    const [asWithdrawn] = await ownOf(helen, after(withdrawn));
    expect(Date.parse(asWithdrawn!.withdrawnAt!)).not.toBeNaN();
  });

  it('is nothing that a file brought, and nobody sees it without the right to record', async () => {
    expect(await ownOf(helen)).toEqual([]);
    const answer = await (await portal.signedIn('auditor')).request('/api/members/events/today');
    expect(answer.status).toBe(403);
  });
});

describe('a consultant', () => {
  it('records several events together and sees them in the timeline at once', async () => {
    const written = await submit(
      helen,
      bodyOf(memberId, {
        beneficiaryNominationValidated: { create: true, valid: true, notes: ' Spouse, 100%. ' },
        consolidationImplemented: { create: true, amount: 18_420.55, fundName: 'Redgum', notes: '' },
        potentialConsolidationVerified: { create: true, outcome: 'RECOMMENDED_PROCEEDING' },
        consultationPerformed: { create: false },
      }),
    );
    expect(written).toMatchObject({ status: 200, body: { stream: `member-${memberId}`, revision: '3' } });
    const none = { outcome: null, amount: null, fundName: null, notes: null, valid: null, reason: null, status: null };
    const common = { ...none, processed: false, hasTime: true, consultant: 'Helen Marchetti' };
    expect(await portal.timeline(helen, memberId, after(written))).toEqual([
      expect.objectContaining({
        ...common,
        eventType: 'ConsolidationImplemented',
        amount: 18_420.55,
        fundName: 'Redgum',
      }),
      expect.objectContaining({
        ...common,
        eventType: 'PotentialConsolidationVerified',
        outcome: 'RECOMMENDED_PROCEEDING',
      }),
      expect.objectContaining({
        ...common,
        eventType: 'BeneficiaryNominationValidated',
        valid: true,
        notes: 'Spouse, 100%.',
      }),
    ]);
  });

  it('is told what was written', async () => {
    const written = await submit(
      helen,
      bodyOf(memberId, { ...consulted, insuranceAdviceImplemented: { create: true } }),
    );
    const events = written.body['events'] as { id: string; eventType: string }[];
    expect(events.map(({ eventType }) => eventType)).toEqual(['ConsultationPerformed', 'InsuranceAdviceImplemented']);
    const ids = (await portal.timeline(helen, memberId, after(written))).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  });

  it('who presses twice, or whose request is repeated, records once', async () => {
    const key = { 'Idempotency-Key': `press-${memberId}` };
    const twice = await Promise.all([submit(helen, bodyOf(memberId), key), submit(helen, bodyOf(memberId), key)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice[1].body).toEqual(twice[0].body);
    expect(await portal.timeline(helen, memberId, after(twice[0]))).toHaveLength(1);
    const otherwise = await submit(helen, bodyOf(memberId, { insuranceAdviceImplemented: { create: true } }), key);
    expect(otherwise).toMatchObject({
      status: 409,
      body: { message: 'This Idempotency-Key belongs to another request.' },
    });
  });

  it('whose program repeats a request without a key gets the first answer, also for a second event', async () => {
    for (const [count, body] of [bodyOf(memberId), bodyOf(memberId, consulted, { again: true })].entries()) {
      const sent = await Promise.all([submit(helen, body), submit(helen, body)]);
      sent.push(await submit(helen, body));
      expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(sent.map(({ body: answer }) => answer)).toEqual([sent[0].body, sent[0].body, sent[0].body]);
      expect(await portal.timeline(helen, memberId, after(sent[0]))).toHaveLength(count + 1);
    }
  });

  it('records once more what was withdrawn a moment ago', async () => {
    const first = await submit(helen, bodyOf(memberId));
    const [event] = await portal.timeline(helen, memberId, after(first));
    await withdraw(helen, event!.id);
    const second = await submit(helen, bodyOf(memberId));
    expect(second.status).toBe(200);
    const standing = await portal.timeline(helen, memberId, after(second));
    expect(standing).toHaveLength(1);
    expect(standing[0]!.id).not.toBe(event!.id);
  });

  it('is asked before an equal event is recorded again, and nothing else of the request is recorded', async () => {
    const staff = await portal.signedIn('staff');
    const first = await submit(staff, bodyOf(memberId), { 'Idempotency-Key': `first-${memberId}` });
    const { body: whoami } = await staff.request('/api/authentication');
    const { username, name } = whoami['user'] as { username: string; name: string | null };
    const both = bodyOf(memberId, { ...consulted, insuranceAdviceImplemented: { create: true } });
    const asked = await submit(helen, both, { 'Idempotency-Key': `second-${memberId}` });
    expect(asked.status).toBe(409);
    const by = name ?? username;
    expect(asked.body['message']).toMatch(new RegExp(`^Already recorded (on [\\d/]+ )?at \\d\\d:\\d\\d by ${by}$`));
    expect(asked.body['alreadyRecorded']).toEqual([
      { eventType: 'ConsultationPerformed', at: expect.any(String), by, fromFile: false },
    ]);
    expect(await portal.timeline(helen, memberId, after(first))).toHaveLength(1);
    const again = await submit(helen, { ...both, again: true }, { 'Idempotency-Key': `again-${memberId}` });
    expect(again.status).toBe(200);
    expect(await portal.timeline(helen, memberId, after(again))).toHaveLength(3);
  });

  it('and another consultant can record at the same time', async () => {
    const joon = await portal.signedIn('joon');
    const both = await Promise.all([
      submit(helen, bodyOf(memberId, { insuranceAdviceImplemented: { create: true, notes: 'Helen' } })),
      submit(
        joon,
        bodyOf(memberId, { insuranceAdviceImplemented: { create: true, notes: 'Joon' } }, { consultant: 'joon' }),
      ),
      submit(helen, bodyOf(memberId)),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    await portal.caughtUp();
    expect(await portal.timeline(helen, memberId)).toHaveLength(3);
  });

  it.each([
    ['Outcome is required', { potentialConsolidationVerified: { create: true }, ...consulted }, {}],
    ['Cannot be negative', { consolidationImplemented: { create: true, amount: -0.01 } }, {}],
    ['The date cannot be in the future', consulted, { effectiveDate: addDays(today, 2) }],
    ['Please choose at least one event.', { consultationPerformed: { create: false } }, {}],
    ['Notes have at most 150 characters', { insuranceAdviceImplemented: { create: true, notes: 'x'.repeat(151) } }, {}],
    ['An amount has at most two decimals', { consolidationImplemented: { create: true, amount: 0.001 } }, {}],
    ['There is no such consultant.', consulted, { consultant: 'staff' }],
    ['There is no such consultant.', consulted, { consultant: 'nobody-at-all' }],
    ['The plan of this member is not in the reach of this consultant.', consulted, { consultant: 'wanda' }],
    ['The plan of this member is not in the reach of this consultant.', consulted, { consultant: 'nobody' }],
    ["This request has no 'fund'.", { consolidationImplemented: { create: true, fund: 'x' } }, {}],
  ])('is told why nothing was recorded: %s', async (message, blocks, more) => {
    expect(await submit(helen, bodyOf(memberId, blocks, more))).toMatchObject({ status: 400, body: { message } });
    expect(await portal.timeline(helen, memberId)).toEqual([]);
  });
});

// Last, because tomorrow's run processes the events of all other tests.
describe('a recorded event', () => {
  it('is withdrawn until a run has processed it, and never erased', async () => {
    await submit(helen, bodyOf(memberId, { ...consulted, insuranceAdviceImplemented: { create: true } }));
    await portal.caughtUp();
    const [advice, consultation] = await portal.timeline(helen, memberId);
    const withdrawn = await withdraw(helen, consultation!.id);
    expect(withdrawn.status).toBe(200);
    expect(await portal.timeline(helen, memberId, after(withdrawn))).toEqual([advice]);
    // A second click succeeds, because the event is withdrawn already.
    expect((await withdraw(helen, consultation!.id)).status).toBe(200);
    const types: string[] = [];
    for await (const event of portal.engines.store.read(`member-${memberId}`))
      if ('type' in event) types.push(event.type);
    expect(types).toEqual([
      ...['MemberRegistered', 'ConsultationPerformed', 'InsuranceAdviceImplemented', 'MemberEventWithdrawn'],
    ]);
    // Today's run, which the api made when it started, does not process today's events. The run after the next midnight does.
    const { urls, masterKey } = portal.engines;
    const env = readEnv({
      EVENTSTORE_URL: urls.eventStore,
      MONGODB_URL: urls.mongo,
      CLICKHOUSE_URL: urls.clickhouse,
      SUPERSCOPE_MASTER_KEY: masterKey,
    });
    expect(await processMemberEventsNow(env)).toBe(`Member events recorded before ${today} are processed already.`);
    await portal.caughtUp();
    expect(await portal.timeline(helen, memberId)).toEqual([advice]);
    await process(addDays(today, 1));
    await portal.caughtUp();
    expect(await portal.timeline(helen, memberId)).toEqual([{ ...advice, processed: true }]);
    expect(await withdraw(helen, advice!.id)).toMatchObject({
      status: 409,
      body: { message: 'This event has been processed and can no longer be withdrawn.' },
    });
  });
});
