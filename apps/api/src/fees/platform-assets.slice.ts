import { Controller, Module } from '@nestjs/common';
import { assetOption, type AssetOption } from '@superscope/contracts/fee-comparison';
import { yesOrNo } from '@superscope/contracts/fields';
import { isInNames } from '@superscope/contracts/name-search';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { innerId } from '@superscope/domain/outside-id';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { currentAssetsOf } from './published-fees.js';

const platformAssetsEndpoint = endpoint('GET /api/platforms/:platformId/assets', {
  summary: 'The investment options of a platform’s list in force today whose name or code holds a text, by name',
  right: 'staff.lookup',
  params: { platformId: z.string().min(1).max(40) },
  query: z.strictObject({
    name: z.string().max(100).default(''),
    /** `true`: without options that only members who choose them have. */
    excludeChoice: yesOrNo.optional(),
  }),
  answers: { 200: z.array(assetOption) },
});

@Controller()
class PlatformAssetsController {
  constructor(private readonly views: Views) {}

  @Endpoint(platformAssetsEndpoint)
  async list({ params, query }: RequestOf<typeof platformAssetsEndpoint>): Promise<AssetOption[]> {
    const { platformId } = params;
    const rows = await currentAssetsOf(this.views, platformId, sydneyDate(new Date()));
    return rows
      .filter(({ isChoice }) => query.excludeChoice !== true || isChoice !== true)
      .filter(({ name, assetCode }) => isInNames([name, assetCode], query.name))
      .map(({ name, assetCode, description }) => ({ id: innerId(platformId, assetCode), name, description }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en-AU'));
  }
}

@Module({ controllers: [PlatformAssetsController] })
export class PlatformAssetsSlice {}
