import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { contextOption, userContexts, type ContextOption, type UserContexts } from '@superscope/contracts/users';
import { z } from 'zod';
import { Endpoint, endpoint } from '../../platform/endpoint/endpoint.js';
import { ContextsOf } from './contexts.query.js';

const browserClientContextsEndpoint = endpoint('GET /api/authentication/browserClientContexts', {
  summary: 'Platforms and employers that a BrowserClient may be tied to',
  right: 'users.manage',
  answers: { 200: z.array(contextOption) },
});

const userContextsEndpoint = endpoint('GET /api/authentication/contexts', {
  summary: 'Providers and employers that a person may be tied to',
  right: 'users.manage',
  answers: { 200: userContexts },
});

@Controller()
export class ContextsController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(browserClientContextsEndpoint)
  ofBrowserClients(): Promise<ContextOption[]> {
    return this.queries.execute(new ContextsOf(['platform', 'company']));
  }

  @Endpoint(userContextsEndpoint)
  async ofPeople(): Promise<UserContexts> {
    const contexts = await this.queries.execute(new ContextsOf(['provider', 'company']));
    const providers = contexts.filter(({ kind }) => kind === 'provider');
    return { contexts, defaultId: providers.length === 1 ? providers[0]!.id : null };
  }
}
