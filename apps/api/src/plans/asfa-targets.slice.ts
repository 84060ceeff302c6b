import { Controller, Injectable, Module } from '@nestjs/common';
import { asfaTargets, type AsfaTargetsAnswer } from '@superscope/contracts/asfa-targets';
import { day } from '@superscope/contracts/fields';
import { asfaTargetsOn } from '@superscope/domain/scoring/asfa-targets';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { datedFigures } from './dated-figures.js';

const asfaTargetsEndpoint = endpoint('GET /api/calculationVariables/asfaTargets', {
  summary: "ASFA's target balances of birth groups from 1950 to 1999 on a day",
  right: 'portal.read',
  query: z.strictObject({ on: day }),
  inDocuments: true,
  asOf: true,
  answers: { 200: asfaTargets },
});

@Injectable()
export class AsfaTargets {
  constructor(private readonly views: Views) {}

  /** ASFA's target balances on a day, yyyy-MM-dd. */
  async on(on: string): Promise<AsfaTargetsAnswer> {
    const targets = asfaTargetsOn(await datedFigures(this.views), on);
    if (targets === null) return { validFrom: null, groups: [] };
    const { validFrom, groups } = targets;
    return {
      validFrom,
      groups: groups.map(({ birthGroup, age, targetCents }) => ({ birthGroup, age, target: targetCents / 100 })),
    };
  }
}

@Controller()
class AsfaTargetsController {
  constructor(private readonly asfa: AsfaTargets) {}

  @Endpoint(asfaTargetsEndpoint)
  targets({ query }: RequestOf<typeof asfaTargetsEndpoint>): Promise<AsfaTargetsAnswer> {
    return this.asfa.on(query.on);
  }
}

@Module({ controllers: [AsfaTargetsController], providers: [AsfaTargets], exports: [AsfaTargets] })
export class AsfaTargetsSlice {}
