import {
  campaignStream,
  recordCampaign,
  recordEngagement,
  type EngagementRow,
} from '@superscope/domain/campaign/campaign';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byTest } from '../harness/sample-plan.js';
import { MembersPortal, longAgo } from '../members/members-portal.js';

let portal: MembersPortal;

beforeAll(async () => {
  portal = await MembersPortal.start(longAgo);
});
afterAll(() => portal.stop());

describe('the delivery of e-mail', () => {
  const list = async (username: string, query = '') =>
    (await portal.signedIn(username)).request(`/api/devops/monitors/email${query}`);

  it('is counted by kind, campaign and day, without addresses, and by campaign only for those who reach its plan', async () => {
    const { store, mongo } = portal.engines;
    const campaign = {
      campaignId: 'PF.K1',
      planId: 'PF.a',
      campaignType: 'Email',
      name: '=Nomination',
      runDate: '2026-03-02',
    };
    await store.transact(campaignStream, 'PF.K1', recordCampaign(campaign), byTest());
    const rows = portal.plan.memberIds
      .slice(0, 3)
      .map((member): EngagementRow => [member, 'Sent', '2026-03-02T01:00:00.000Z']);
    await store.transact(campaignStream, 'PF.K1', recordEngagement(randomUUID(), rows), byTest());
    const at = new Date('2026-11-25T14:00:00Z');
    await mongo
      .db('ops')
      .collection('outbox')
      .insertOne({ to: 'dana@example.com', subject: 'A code', at, state: 'sent' });
    await portal.caughtUp();
    const answer = await list('admin');
    expect(answer.headers.get('content-disposition')).toMatch(/emailDelivery_\d{8}\.csv/);
    const lines = String(answer.body).split('\r\n');
    expect(lines[0]).toBe('kind,planId,campaignId,campaign,day,sent,failed,kept,reason');
    expect(lines).toContain('A code,,,,2026-11-26,1,0,0,');
    expect(lines).toContain('"Campaign, Email",a,K1,\'=Nomination,2026-03-02,3,,,');
    expect(String(answer.body)).not.toContain('@');
    const ofPlan = String((await list('admin', '?planId=PF.a')).body);
    expect(ofPlan).toContain('K1');
    expect(ofPlan).not.toContain('A code');
    const operators = String((await list('devops')).body);
    expect(operators).toContain('A code');
    expect(operators).not.toContain('Campaign');
    expect((await list('devops', '?planId=PF.a')).status).toBe(403);
    for (const username of ['staff', 'joon', 'auditor', 'companyrep'])
      expect([username, (await list(username)).status]).toEqual([username, 403]);
  });
});
