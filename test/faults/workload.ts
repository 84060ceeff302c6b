import { setTimeout as delay } from 'node:timers/promises';
import type { ReportRequest } from '@superscope/contracts/work';
import { referenceSuperParameters } from '@superscope/domain/scoring/reference-figures';
import type { Identity } from '@superscope/event-store/keys/identity';
import type { Random } from '../demo-data/random.js';
import type { FaultExports } from './fault-exports.js';
import type { InboxFiles } from './inbox-files.js';
import type { PortalUser } from './portal-user.js';
import type { ReportEnd, Sent } from './sent.js';

export const platform = 'F';
/** One plan has more rows than fit into one event, so that an incomplete import would be visible. */
const firstMembers = { P1: 420, P2: 60, P3: 60 };
const membersPerFile = 15;
const contactsPerFile = 15;
const campaigns = 400;
const months = ['2023-11-30', '2023-12-31', '2024-01-31', '2024-02-29'];
/** Pause between two writes of a kind, in milliseconds. */
const restMs = { command: 60, file: 250, report: 500, left: 4_000, export: 2_000 };
const plans = ['P1', 'P2', 'P3'] as const;
type Plan = (typeof plans)[number];
/** Plans that change all the time. The figures of the third one stay, so that documents about it can be made meanwhile. */
const changing = ['P1', 'P2'] as const;
const reported = `${platform}.P3`;

/** Documents that are asked for one after another: the same one again within a minute would be the one of before. */
const reports: readonly ReportRequest[] = [
  { kind: 'policyCommitteeReport', planId: reported, companyId: null, engagedOnly: false },
  { kind: 'pcmReport', planId: reported, period: 'months12' },
  { kind: 'policyCommitteeReport', planId: reported, companyId: null, engagedOnly: true },
  { kind: 'pcmReport', planId: reported, period: 'months6' },
  { kind: 'policyCommitteeReport', planId: reported, companyId: `${reported}E1`, engagedOnly: false },
  { kind: 'pcmReport', planId: reported, period: 'months24' },
  { kind: 'policyCommitteeReport', planId: reported, companyId: `${reported}E2`, engagedOnly: true },
  { kind: 'pcmReport', planId: reported, period: 'sincePlanStart' },
];

const csv = (header: string, rows: readonly string[]): string => [header, ...rows, ''].join('\r\n');

/** Concurrent imports and commands, each repeated until it is acknowledged. */
export class Workload {
  private readonly numbers: Record<Plan, string[]> = { P1: [], P2: [], P3: [] };
  private lanes: Promise<void>[] = [];
  private goesOn = false;
  private nextMember = 10_000;
  private nextCampaign = 0;
  private nextMinute = 0;
  private version = 0;
  private nextReport = 0;
  private readonly atSecondEmployer = new Set<string>();
  /** The error that ended a lane. */
  failure: Error | null = null;

  constructor(
    private readonly user: PortalUser,
    private readonly sent: Sent,
    private readonly identity: Identity,
    private readonly random: Random,
    /** Null for a portal whose inbox cannot be reached from here. */
    private readonly inbox: InboxFiles | null = null,
    /** Null for a portal without a Salesforce. */
    private readonly exports: FaultExports | null = null,
  ) {}

  /** Imports a small fund: three plans, their employers, members and first months, and campaigns to cancel. Has a document made of it. */
  async prepare(): Promise<void> {
    const { user } = this;
    // Without a retirement standard no page of figures is drawn.
    await user.import(
      'superParameters',
      csv(
        'name,value,validFrom',
        referenceSuperParameters.map(({ name, value, validFrom }) => `${name},${value},${validFrom}`),
      ),
    );
    await user.import('providers', csv('providerId,name,abn', ['PR,Adviser,']));
    await user.import('platforms', csv('platformId,name,shortName,providerId', [`${platform},Fund,Fund,PR`]));
    await user.import(
      'plans',
      csv(
        'planId,platformId,name,shortName,startDate,superScoreClient,relationshipManager',
        plans.map((plan) => `${plan},${platform},Plan ${plan},,2015-07-01,Yes,`),
      ),
    );
    const employers = plans.flatMap((plan) => [1, 2].map((n) => `${platform},${plan}E${n},${plan},Employer ${n},,,`));
    await user.import('companies', csv('platformId,companyId,planId,name,abn,industry,active', employers));
    await user.import(
      'campaigns',
      csv(
        'platformId,campaignId,planId,campaignType,name,runDate',
        Array.from({ length: campaigns }, (_, n) => `${platform},K${n},P1,email,Campaign ${n},2024-01-10`),
      ),
    );
    for (const plan of plans) await this.addMembers(plan, firstMembers[plan]);
    for (const plan of plans) await this.replaceMonths(plan, months);
    await this.haveReportMade();
  }

  start(): void {
    this.goesOn = true;
    this.lanes = [
      this.lane(restMs.command, () => this.cancelOrMove()),
      this.lane(restMs.file, () => this.addMembers(this.random.pick(changing), membersPerFile)),
      this.lane(restMs.file, () => this.addContacts()),
      ...changing.map((plan) => this.lane(restMs.file, () => this.replaceMonths(plan, this.someMonths()))),
      this.lane(restMs.report, () => this.askForReport()),
      ...(this.inbox === null ? [] : [this.lane(restMs.left, () => this.inbox!.leave())]),
      ...(this.exports === null ? [] : [this.lane(restMs.export, () => this.exports!.begin(this.user))]),
    ];
  }

  /** Resolves once all running writes are acknowledged and have ended. Throws the error of a failed one. */
  async rest(): Promise<void> {
    this.goesOn = false;
    await Promise.all(this.lanes);
    if (this.failure !== null) throw this.failure;
  }

  /** Has a document made. Throws with the reason if it failed, which it may only while parts are away. */
  async haveReportMade(): Promise<void> {
    const end = await this.askForReport();
    if (end.state === 'failed') throw new Error(`A document failed although every part runs: ${end.reason}`);
  }

  private async askForReport(): Promise<ReportEnd> {
    const workId = await this.user.requestReport(reports[this.nextReport++ % reports.length]!);
    const end = await this.user.endOfReport(workId);
    this.sent.reports.set(workId, end);
    return end;
  }

  private async lane(restingMs: number, write: () => Promise<unknown>): Promise<void> {
    while (this.goesOn) {
      try {
        await write();
      } catch (error) {
        this.failure ??= error as Error;
        return;
      }
      await delay(restingMs);
    }
  }

  private async addMembers(plan: Plan, count: number): Promise<void> {
    const added = Array.from({ length: count }, () => String(this.nextMember++));
    const rows = added.map(
      (number, i) =>
        `${number},${platform},${plan},${plan}E1,Doe,Jo ${number},${1960 + (i % 40)}-03-04,${i % 2 ? 'Male' : 'Female'},NSW`,
    );
    const header = 'memberId,platformId,planId,companyId,surname,givenName,dateOfBirth,gender,addressState';
    await this.user.import('members', csv(header, rows));
    for (const number of added) this.sent.members.add(number);
    this.numbers[plan].push(...added);
  }

  private async addContacts(): Promise<void> {
    const known = this.numbers.P1;
    const rows: string[] = [];
    const keys: string[] = [];
    for (let i = 0; i < contactsPerFile; i += 1) {
      const number = this.random.pick(known);
      const at = new Date(Date.UTC(2020, 0, 1, 0, this.nextMinute++)).toISOString();
      rows.push(`${platform},${number},${at},insurance,Open`);
      keys.push(`${number} ${at}`);
    }
    await this.user.import('contactRequests', csv('platformId,memberId,at,reason,status', rows));
    for (const key of keys) this.sent.contacts.add(key);
  }

  /** Replaces months with different members and balances each time, so that no two imports are alike. */
  private async replaceMonths(plan: Plan, asAts: readonly string[]): Promise<void> {
    const rows: string[] = [];
    for (const asAt of asAts) {
      const known = this.numbers[plan];
      const members = known.slice(0, this.random.whole(known.length - 25, known.length));
      const dollars = 10_000 + (this.version += 1);
      for (const number of members) rows.push(`${platform},${plan},${number},${asAt},90000,${dollars}`);
      const state = { rows: members.length, balanceCents: members.length * dollars * 100 };
      this.sent.planMonth(`${platform}.${plan}`, asAt.slice(0, 7), state);
    }
    await this.user.import('memberSnapshots', csv('platformId,planId,memberId,asAt,salary,totalAssetsOwned', rows));
  }

  private someMonths(): string[] {
    const first = this.random.whole(0, months.length - 1);
    return months.slice(first, first + this.random.whole(1, 2));
  }

  private async cancelOrMove(): Promise<void> {
    if (this.nextCampaign < campaigns && this.random.chance(0.5)) {
      const key = await this.user.command(`/api/campaigns/${platform}.K${this.nextCampaign++}/cancel`, null);
      this.sent.commands.set(key, 'CampaignCancelled');
      return;
    }
    const number = this.random.pick(this.numbers.P1);
    const employer = this.atSecondEmployer.has(number) ? 'P1E1' : 'P1E2';
    const memberId = this.identity.memberIdOf(platform, number);
    const key = await this.user.command(`/api/members/${memberId}/move`, {
      planId: `${platform}.P1`,
      companyId: `${platform}.${employer}`,
      on: '2024-01-15',
    });
    if (employer === 'P1E2') this.atSecondEmployer.add(number);
    else this.atSecondEmployer.delete(number);
    this.sent.commands.set(key, 'MemberMoved');
  }
}
