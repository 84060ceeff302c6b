import type { MemberFlag } from '@superscope/contracts/analytics/member-names';
import type { ComponentType } from 'react';
import type { View } from '../../portal/analytics/figures-view';
import { areas, type Area } from '../../portal/figures/scored-areas';
import { OtherNominations } from '../../portal/nominations/other-nominations';
import type { FilterColumn } from '../../portal/filters/filters';

export type SectionKey = Area['key'];

/** The content of an area's page beside its main chart. */
export interface Section {
  area: Area;
  /** Completes '… of members' under the share. */
  concerned: string;
  /** Drawn after it: other members of the area. */
  besides?: ComponentType<{ view: View }>;
  /** The share of members with a good result. */
  ring: { title: string; flag: MemberFlag; note: string };
  contact: { title: string; flag: MemberFlag };
  /** An activity of members in the area. */
  step: { title: string; flag: MemberFlag; note: string };
  /** Columns that its main chart is broken down by. */
  breakdowns: readonly FilterColumn[];
  /** Entries of 'How this is calculated'. */
  explained: readonly string[];
}

const areaOf = (key: SectionKey) => areas.find((area) => area.key === key)!;

export const sections: Record<SectionKey, Section> = {
  nominatedBeneficiary: {
    area: areaOf('nominatedBeneficiary'),
    concerned: 'have nominated nobody.',
    besides: OtherNominations,
    ring: { title: 'Validated', flag: 'beneficiaryNominationValidated', note: 'Nomination checked and in force' },
    contact: {
      title: 'Contact requests about beneficiaries',
      flag: 'contactRequestedNominatedBeneficiary',
    },
    step: {
      title: 'Nomination assistant completed',
      flag: 'beneficiaryNominationAssistantCompleted',
      note: 'Within 24 months',
    },
    breakdowns: [],
    explained: ['nominatedBeneficiary', 'beneficiaryNominationValidated'],
  },
  accountBalance: {
    area: areaOf('accountBalance'),
    concerned: 'have less than 80% of the average balance of their peers.',
    ring: { title: 'Within average', flag: 'balanceWithinAverage', note: 'At least 80% of the peer average' },
    contact: { title: 'Contact requests about balances', flag: 'contactRequestedAccountBalance' },
    step: { title: 'Voluntary contributions', flag: 'makingVoluntaryContributions', note: 'Within 12 months' },
    breakdowns: ['ageGroup'],
    explained: ['accountBalance', 'benchmarkIndex'],
  },
  lifeInsurance: {
    area: areaOf('lifeInsurance'),
    concerned: 'have no cover or too little.',
    ring: { title: 'Within benchmark', flag: 'lifeCoverWithinBenchmark', note: 'Cover on target' },
    contact: { title: 'Contact requests about insurance', flag: 'contactRequestedInsurance' },
    step: { title: 'Advice implemented', flag: 'insuranceAdviceImplemented', note: 'At any time' },
    breakdowns: [],
    explained: ['lifeInsurance', 'lifeInsuranceIndicatorResult'],
  },
  investmentApproach: {
    area: areaOf('investmentApproach'),
    concerned: 'are invested in a way that does not suit their age or risk profile.',
    ring: { title: 'Growth on target', flag: 'growthExposureAdequated', note: 'Enough growth assets for their age' },
    contact: { title: 'Contact requests about investments', flag: 'contactRequestedInvestment' },
    step: {
      title: 'Risk profile completed',
      flag: 'riskProfileAssessmentCompleted',
      note: 'Within 24 months',
    },
    breakdowns: [],
    explained: ['investmentApproach', 'investmentStrategySuitable'],
  },
  retirementAdequacy: {
    area: areaOf('retirementAdequacy'),
    concerned: 'are projected to retire below the Modest standard.',
    ring: { title: 'On track', flag: 'onTrackOrOnTrackUsingTolerance', note: 'At least 95% of the Modest standard' },
    contact: { title: 'Contact requests about retirement', flag: 'contactRequestedRetirementAdequacy' },
    step: { title: 'Consolidation verified', flag: 'consolidationVerified', note: 'Within 24 months' },
    breakdowns: [],
    explained: [
      'retirementAdequacy',
      'retirementProjection',
      'projectedRetirementStandardName',
      'projectedRetirementStandardSuperOnlyName',
      'onTrackOrOnTrackUsingTolerance',
    ],
  },
};
