import { Controller, Module } from '@nestjs/common';
import { companiesView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import { contextOption, userContexts, type ContextOption, type UserContexts } from '@superscope/contracts/users';
import { z } from 'zod';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

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

const nameOnly = { projection: { name: 1 } } as const;

@Controller()
class ContextsController {
  constructor(private readonly views: Views) {}

  @Endpoint(browserClientContextsEndpoint)
  ofBrowserClients(): Promise<ContextOption[]> {
    return this.contextsOf(['platform', 'company']);
  }

  @Endpoint(userContextsEndpoint)
  async ofPeople(): Promise<UserContexts> {
    const contexts = await this.contextsOf(['provider', 'company']);
    const providers = contexts.filter(({ kind }) => kind === 'provider');
    return { contexts, defaultId: providers.length === 1 ? providers[0]!.id : null };
  }

  /** What users may be tied to, grouped by kind and sorted by name. */
  private async contextsOf(kinds: readonly ContextOption['kind'][]): Promise<ContextOption[]> {
    const named = { $exists: true } as const;
    const found = {
      company: () => this.views.of(companiesView).find({ name: named, active: true }, nameOnly),
      platform: () => this.views.of(platformsView).find({ name: named }, nameOnly),
      provider: () => this.views.of(providersView).find({ name: named }, nameOnly),
    };
    const options: ContextOption[] = [];
    for (const kind of kinds) {
      const ofKind = (await found[kind]().toArray()).map(({ _id, name }) => ({ id: _id, name, kind }));
      options.push(...ofKind.sort((a, b) => a.name.localeCompare(b.name, 'en')));
    }
    return options;
  }
}

@Module({ controllers: [ContextsController] })
export class ContextsSlice {}
