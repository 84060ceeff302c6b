import { Controller, Module } from '@nestjs/common';
import { asfaEffect, type AsfaEffect } from '@superscope/contracts/asfa';
import { secondsToDerive, type DerivationPaceDocument } from '@superscope/contracts/derivation-pace';
import { day } from '@superscope/contracts/fields';
import { monthsServedBy } from '@superscope/domain/dated-figures/asfa-figures';
import { isComplete } from '@superscope/domain/scoring/retirement-standard';
import { z } from 'zod';
import { countRunningProjectors } from '../operations/count-projectors.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Ops } from '../platform/engines.module.js';
import { AsfaModule } from './asfa.module.js';
import { SavedStandards } from './saved-standards.js';

const saveEffectEndpoint = endpoint('GET /api/asfa/effect', {
  summary: 'The months, plans and members whose scores a set of ASFA figures of a date would change',
  right: 'retirement-standard.write',
  query: z.strictObject({ at: day }),
  answers: { 200: asfaEffect },
});

const concernedSql = `SELECT toUInt32(uniqExact(plan_id)) AS plans, toUInt32(uniqExact(member_id)) AS members,
  count() AS rows
FROM member_snapshot FINAL
WHERE toString(month) >= {from:String} AND toString(month) < {before:String}`;

/** The derivation of scores, as projectors name it. */
const derivation = 'memberSnapshots';

/** Texts before and after the first day of every month. */
const ever = { from: '', before: '9999' };

@Controller()
class SaveEffectController {
  constructor(
    private readonly standards: SavedStandards,
    private readonly analytics: Analytics,
    private readonly ops: Ops,
  ) {}

  @Endpoint(saveEffectEndpoint)
  async effect({ query: { at } }: RequestOf<typeof saveEffectEndpoint>): Promise<AsfaEffect> {
    const saved = await this.standards.all();
    const { from, before } = monthsServedBy(at, saved.filter(isComplete));
    const answer = await this.analytics.client.query({
      query: concernedSql,
      query_params: { from: from ?? ever.from, before: before ?? ever.before },
      format: 'JSONEachRow',
    });
    const [counted] = await answer.json<{ plans: number; members: number; rows: number }>();
    const { plans = 0, members = 0, rows = 0 } = counted ?? {};
    const [pace, projectors] = await Promise.all([
      this.ops.db.collection<DerivationPaceDocument>('derivation_pace').findOne({ _id: derivation }),
      countRunningProjectors(this.ops),
    ]);
    return {
      from,
      before,
      replaces: saved.some((set) => set.at === at),
      plans,
      members,
      seconds: secondsToDerive(pace, { rows, plans, projectors }),
    };
  }
}

@Module({ imports: [AsfaModule], controllers: [SaveEffectController] })
export class SaveEffectSlice {}
