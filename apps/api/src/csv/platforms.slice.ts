import { Controller, Module } from '@nestjs/common';
import { platformOption, type PlatformOption } from '@superscope/contracts/corrections';
import { yesOrNo } from '@superscope/contracts/fields';
import { isInNames } from '@superscope/contracts/name-search';
import { platformsView } from '@superscope/contracts/read-models/fund';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

const platformsEndpoint = endpoint('GET /api/platforms', {
  summary: 'The platforms whose name holds a text, by name',
  right: 'staff.lookup',
  query: z.strictObject({
    name: z.string().max(100).default(''),
    /** `true`: only platforms that have a microsite; `false`: only the others. */
    microsite: yesOrNo.optional(),
  }),
  answers: { 200: z.array(platformOption) },
});

@Controller()
class PlatformsController {
  constructor(private readonly views: Views) {}

  @Endpoint(platformsEndpoint)
  async list({ query: { name: text, microsite } }: RequestOf<typeof platformsEndpoint>): Promise<PlatformOption[]> {
    // A deployment has only some tens of platforms.
    const all = await this.views
      .of(platformsView)
      .find(microsite === undefined ? {} : { microsite: microsite ? { $ne: null } : null }, { projection: { name: 1 } })
      .toArray();
    return all
      .map(({ _id: id, name }) => ({ id, name: name ?? id }))
      .filter(({ name }) => isInNames([name], text))
      .sort((a, b) => a.name.localeCompare(b.name, 'en-AU'));
  }
}

@Module({ controllers: [PlatformsController] })
export class PlatformsSlice {}
