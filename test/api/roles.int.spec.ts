import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Endpoints } from '@superscope/api/platform/endpoint/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { SamplePlan } from '../harness/sample-plan.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;

beforeAll(async () => {
  engines = await PortalEngines.start();
  projector = await engines.projector();
  await projector.start();
  // The demo company representative belongs to TWR.P0001-E1.
  for (const planId of ['TWR.P0001', 'LBE.P0009'])
    await new SamplePlan(engines.store, engines.identity, planId).register(1);
  await projector.drained();
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
