import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { companiesView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import type { ContextOption } from '@superscope/contracts/users';
import { Views } from '../../platform/engines.module.js';

/** What users may be tied to, grouped by kind and sorted by name. */
export class ContextsOf extends Query<ContextOption[]> {
  constructor(readonly kinds: readonly ContextOption['kind'][]) {
    super();
  }
}

const nameOnly = { projection: { name: 1 } } as const;

@QueryHandler(ContextsOf)
@Injectable()
export class ContextsOfHandler implements IQueryHandler<ContextsOf> {
  constructor(private readonly views: Views) {}

  async execute({ kinds }: ContextsOf): Promise<ContextOption[]> {
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
