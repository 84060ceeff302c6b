import { Injectable } from '@nestjs/common';
import { publishedTables, type Publication } from '@superscope/contracts/publications';
import { platformsView } from '@superscope/contracts/read-models/fund';
import { assetPublicationsView } from '@superscope/contracts/read-models/publications';
import type { assetFields, PublishedRow } from '@superscope/domain/published-table/published-rows';
import { outsideIdPattern } from '@superscope/domain/outside-id';
import { z } from 'zod';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';

export type OptionTable = Publication<PublishedRow<typeof assetFields>>;

export const platformIdField = z.string().regex(outsideIdPattern, 'This is not an id.');

/** Reads the tables of investment options that platforms published. */
@Injectable()
export class PlatformOptions {
  constructor(private readonly views: Views) {}

  /** The tables of a platform, oldest data date first. Throws Refusal 404 for an unknown platform. */
  async tablesOf(platformId: string): Promise<OptionTable[]> {
    const platform = await this.views.of(platformsView).findOne({ _id: platformId }, { projection: { _id: 1 } });
    if (platform === null) throw new Refusal(404, { message: 'There is no such platform.' });
    return publishedTables(await this.views.of(assetPublicationsView).find({ ownerId: platformId }).toArray());
  }
}
