import type { AsfaPosition } from '@superscope/contracts/consultation';
import { asfaTargetOn } from '@superscope/domain/scoring/asfa-targets';
import type { Figures } from '@superscope/domain/scoring/figures';
import { figuresAt } from '@superscope/domain/scoring/figures-at';
import type { AdvisedMonth } from '../advice/advised-member.js';

const standards = ['Inadequate', 'Modest', 'Comfortable', 'Aspirational'] as const;

const dollars = (cents: number | null): number | null => (cents === null ? null : cents / 100);

/** A scored month beside the standard of the figures that it was derived by, which newer ones do not change. */
export function asfaPositionOf(month: AdvisedMonth, derivedBy: Figures): AsfaPosition {
  const { asAt, balancesAsAt, age } = month;
  const { standard, projection } = figuresAt(derivedBy, asAt);
  const target = age === null ? null : asfaTargetOn(derivedBy, asAt, age);
  return {
    asAt,
    balanceAsAt: balancesAsAt,
    age,
    balance: dollars(month.balanceCents),
    target: target && target.targetCents / 100,
    targetFrom: target && target.validFrom,
    income: dollars(month.retirementIncomeCents),
    incomeSuperOnly: dollars(month.retirementIncomeSuperOnlyCents),
    standard: standards.find((name) => month.projectedStandard.endsWith(`|${name}`)) ?? null,
    modest: standard && standard.modestSingleYearTotal,
    comfortable: standard && standard.comfortableSingleYearTotal,
    standardOf: standard && standard.at,
    retirementAge: projection && projection.retirementAge,
  };
}
