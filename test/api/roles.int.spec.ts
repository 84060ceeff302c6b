import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Endpoints } from '@superscope/api/platform/endpoint/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;

beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  // The demo company representative belongs to TWR.P0001-E1.
  for (const planId of ['TWR.P0001', 'LBE.P0009'])
    await new SamplePlan(engines.store, engines.identity, planId).register(1);
  await caughtUp(engines, projector);
  api = await startApi(engines);
});

afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

describe('access by role', () => {
  it('requires a session for every endpoint that is not public', async () => {
    for (const path of [
      '/api/plan?name=',
      '/api/planSuperScore?planId=TWR.P0001',
      '/api/plans',
      '/api/plans/completeness',
      '/api/plans/TWR.P0001/actions',
      '/api/plans/TWR.P0001/campaigns/TWR.K1/effect',
      '/api/calculationVariables',
      '/api/changes',
    ])
      expect((await api.client().request(path)).status).toBe(401);
    for (const path of ['/api/health', '/actuator/info']) expect((await api.client().request(path)).status).toBe(200);
  });

  it('limits a company representative to their plan, on every path', async () => {
    const browser = api.client();
    const answer = await browser.signIn('companyrep');
    expect(answer.body.user).toMatchObject({ role: 'CompanyRep', planId: 'TWR.P0001' });
    expect((await browser.request('/api/plan')).body).toMatchObject({ id: 'TWR.P0001' });
    expect(await browser.request('/api/plan?name=plan')).toMatchObject({ body: [{ id: 'TWR.P0001' }] });
    for (const other of ['LBE.P0009', 'TWR.there-is-none']) {
      expect((await browser.request(`/api/plan/${other}`)).status).toBe(403);
      expect((await browser.request(`/api/planSuperScore?planId=${other}`)).status).toBe(403);
      expect((await browser.request(`/api/plans/${other}/actions`)).status).toBe(403);
      expect((await browser.request(`/api/plans/${other}/campaigns/TWR.K1/effect`)).status).toBe(403);
    }
  });

  it('shows exact scores, and exact figures of what would move them, to the staff audience only', async () => {
    for (const [username, status] of [
      ['companyrep', 403],
      ['staff', 200],
      ['auditor', 200],
    ] as const) {
      const browser = api.client();
      await browser.signIn(username);
      for (const path of ['/api/plans/TWR.P0001/actions', '/api/planSuperScore?planId=TWR.P0001']) {
        expect((await browser.request(path)).status).toBe(200);
        const exact = await browser.request(path, { headers: { 'X-Audience': 'staff' } });
        expect([username, path, exact.status]).toEqual([username, path, status]);
        expect((await browser.request(path, { headers: { 'X-Audience': 'nobody' } })).status).toBe(400);
      }
      expect((await browser.request('/api/plans/TWR.P0001/actions?month=2026-13')).status).toBe(400);
      const effect = '/api/plans/TWR.P0001/campaigns/TWR.K1/effect';
      expect((await browser.request(effect)).status).toBe(404);
      const exactly = await browser.request(effect, { headers: { 'X-Audience': 'staff' } });
      expect([username, exactly.status]).toEqual([username, status === 200 ? 404 : status]);
    }
  });

  it('lists only the plans in the user’s reach', async () => {
    const listed = async (username: string) => {
      const browser = api.client();
      await browser.signIn(username);
      const { status, body } = await browser.request('/api/plans');
      return status === 200 ? (body['plans'] as { id: string }[]).map(({ id }) => id) : status;
    };
    expect(await listed('companyrep')).toEqual(['TWR.P0001']);
    for (const username of ['staff', 'admin', 'auditor'])
      expect([username, await listed(username)]).toEqual([username, ['LBE.P0009', 'TWR.P0001']]);
    // Their provider is not registered here, and no context means no plans.
    expect(await listed('providerrep')).toEqual([]);
    expect(await listed('devops')).toBe(403);
  });

  it('shows what is imported for plans to Staff and Admin only', async () => {
    for (const [username, status] of [
      ['companyrep', 403],
      ['providerrep', 403],
      ['authorisedrep', 403],
      ['auditor', 403],
      ['devops', 403],
      ['staff', 200],
      ['admin', 200],
    ] as const) {
      const browser = api.client();
      await browser.signIn(username);
      expect([username, (await browser.request('/api/plans/completeness')).status]).toEqual([username, status]);
    }
  });

  it('shows no plan to developer operations', async () => {
    const browser = api.client();
    await browser.signIn('devops');
    expect((await browser.request('/api/plan?name=')).status).toBe(403);
  });

  it('refuses a write without the header of Superscope’s own client', async () => {
    const answer = await api.client().post('/api/authentication', {}, { 'X-Requested-By': 'another site' });
    expect(answer.status).toBe(403);
  });

  it('does not start with an endpoint that declares no rule', async () => {
    @Controller('forgotten')
    class ForgottenController {
      @Get()
      all() {
        return [];
      }
    }
    @Module({
      imports: [DiscoveryModule],
      controllers: [ForgottenController],
      providers: [Endpoints],
    })
    class ForgetfulModule {}
    const app = await NestFactory.create(ForgetfulModule, new FastifyAdapter(), { logger: false, abortOnError: false });
    await expect(app.init()).rejects.toThrow('ForgottenController.all');
  });
});
