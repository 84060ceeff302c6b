import { randomUUID } from 'node:crypto';
import { companyStream, recordCompany } from '@superscope/domain/company/company';
import {
  benchmarksStream,
  publishBenchmarks,
  setSuperParameters,
  superParametersStream,
} from '@superscope/domain/dated-figures/dated-figures';
import type { Decision } from '@superscope/domain/event';
import type { MemberDetails } from '@superscope/domain/member/member.events';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import { snapshotRow } from '@superscope/domain/member-snapshots/snapshot-columns';
import { importSnapshots, memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId } from '@superscope/domain/plan-month-import';
import type { PlanEvent } from '@superscope/domain/plan/plan.events';
import { planStream, recordPlan, type Plan } from '@superscope/domain/plan/plan';
import { referenceBenchmarks, referenceSuperParameters } from '@superscope/domain/scoring/reference-figures';
import type { EventStore } from '@superscope/event-store/event-store';
import type { Identity } from '@superscope/event-store/keys/identity';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** The context of a new command by the test. */
export const byTest = (at = '2026-03-15T00:00:00.000Z'): CommandContext => {
  const commandId = randomUUID();
  return { actor: 'test', role: 'Admin', commandId, correlationId: commandId, at };
};

/** Writes a small plan with the product's own decisions, for suites about its read models. */
export class SamplePlan {
  readonly companyId: string;
  readonly memberIds: string[] = [];
  /** The instant of the following commands. */
  at: string | undefined;
  /** Whether the plan is registered as this release does it; releases before it counted members by the rows of files. */
  countsByDates = true;
  /** Whether it is registered as by the release before this one, which published by the first rules. */
  byFirstRules = false;

  constructor(
    private readonly store: EventStore,
    private readonly identity: Identity,
    readonly planId: string,
  ) {
    this.companyId = `${planId}-E1`;
  }

  get platformId(): string {
    return this.planId.slice(0, this.planId.indexOf('.'));
  }

  async figures(): Promise<void> {
    await this.store.transact(benchmarksStream, '', publishBenchmarks(referenceBenchmarks), byTest(this.at));
    await this.store.transact(superParametersStream, '', setSuperParameters(referenceSuperParameters), byTest(this.at));
  }

  async register(members: number): Promise<void> {
    const { planId, platformId, companyId } = this;
    const plan = { planId, platformId, name: `Plan ${planId}`, shortName: planId, startDate: '2020-01-01' };
    const details = { ...plan, superScoreClient: true, relationshipManager: null, onePayroll: null };
    const { countsByDates, byFirstRules } = this;
    const data = { ...details, ...(countsByDates ? { countsByDates } : {}) };
    const asEarlier: Decision<Plan, PlanEvent> = () => [{ type: 'PlanRegistered', data }];
    const decision = countsByDates && !byFirstRules ? recordPlan(details) : asEarlier;
    await this.store.transact(planStream, planId, decision, byTest(this.at));
    const company = { companyId, planId, name: 'Employer', abn: null, industry: null, active: true };
    await this.store.transact(companyStream, companyId, recordCompany(company), byTest(this.at));
    const registered = Array.from({ length: members }, (_, i) => this.member(i));
    await this.store.prepareKeys(registered.map(({ memberId }) => memberId));
    for (const member of registered) {
      await this.store.transact(memberStream, member.memberId, recordMember(member, '2025-01-01'), byTest(this.at));
      this.memberIds.push(member.memberId);
    }
  }

  member(i: number): MemberDetails {
    const memberNumber = `M${i}`;
    return {
      memberId: this.identity.memberIdOf(this.planId, memberNumber),
      platformId: this.platformId,
      planId: this.planId,
      companyId: this.companyId,
      categoryId: null,
      birthMonth: `${1960 + (i % 40)}-0${1 + (i % 9)}`,
      gender: i % 2 === 0 ? 'Female' : 'Male',
      addressState: i % 3 === 0 ? 'VIC' : 'NSW',
      accountType: null,
      occupationalRating: null,
      joinDate: '2021-05-01',
      exitDate: null,
      emailAddressProvided: true,
      mobileNumberProvided: i % 4 !== 0,
      taxFileNumberProvided: true,
      personal: {
        memberNumber,
        login: null,
        surname: `Surname ${i}`,
        givenName: 'Given',
        dateOfBirth: `${1960 + (i % 40)}-0${1 + (i % 9)}-15`,
        emailAddress: `m${i}@example.com.au`,
        mobileNumber: null,
      },
    };
  }

  /** Revises the days on which a member joined and left. */
  async dates(i: number, joinDate: string | null, exitDate: string | null): Promise<void> {
    const member = this.member(i);
    const revised = recordMember({ ...member, joinDate, exitDate }, '2025-01-01');
    await this.store.transact(memberStream, member.memberId, revised, byTest(this.at));
  }

  /** Imports a month (yyyy-MM) for all or some members, each with this balance in dollars. Returns the import's id. */
  async month(
    month: string,
    balanceDollars: number,
    memberIds: readonly string[] = this.memberIds,
    importId: string = randomUUID(),
  ): Promise<string> {
    const rows = memberIds.map((memberId, i) =>
      snapshotRow(memberId, {
        salary: 8_000_000 + i * 10_000,
        totalAssetsOwned: balanceDollars * 100,
        employerContributions: 80_000,
        salarySacrifice: i % 5 === 0 ? 20_000 : null,
        fees: 1_500,
        insurancePremium: 3_000,
        deathCover: 30_000_000,
        deathPremium: 3_000,
        riskProfileName: 'Assertive',
        growthExposure: 70,
        lifecycleInvestment: false,
        beneficiaryNominationType: i % 3 === 0 ? 'Binding' : 'None',
        nominationDate: i % 3 === 0 ? '2024-06-01' : null,
        nominationLapsing: i % 3 === 0 ? true : null,
        lastLogin: `${month}-10`,
      }),
    );
    const of = { importId, planId: this.planId, month };
    const digest = `${month} ${balanceDollars} ${memberIds.length}`;
    const id = planMonthId(this.planId, month);
    await this.store.transact(memberSnapshotsStream, id, importSnapshots(of, rows, digest), byTest(this.at));
    return importId;
  }
}
