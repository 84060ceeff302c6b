import { Injectable } from '@nestjs/common';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import { membersView } from '@superscope/contracts/read-models/members';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { rowsOf } from '../csv/writing/stored-rows.js';
import { ProjectedEvents } from '../changes/projected-events.js';
import { Analytics, Views } from '../platform/engines.module.js';
import type { ExportRow } from './export-files.js';
import type { ExportScope } from './export-scope.js';
import { erasedStatement, exportStatement, type Statement } from './export-statements.js';

/** How many members' documents are read at once. */
const membersPerRead = 1_000;

/** Of Salesforce. */
const longestCampaignName = 80;

/** Objects whose changes are read from the event history. */
const fromHistory: ReadonlySet<ExportObject> = new Set<ExportObject>(['plans', 'companies', 'campaigns']);

type Member = DocumentOf<typeof membersView>;
type Raw = readonly (string | number | null)[];

/** The rows of each object, sorted by parent, some at a time. Members who were erased have none. */
@Injectable()
export class ExportRows {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly projected: ProjectedEvents,
  ) {}

  /** Throws Refusal 503 while the event history is behind. */
  async *of(object: ExportObject, scope: ExportScope): AsyncGenerator<ExportRow[]> {
    // No later export of other days would make up for what this one lacks.
    if (fromHistory.has(object)) await this.projected.requireHistory();
    yield* this.rowsFor(object, scope);
  }

  private rowsFor(object: ExportObject, scope: ExportScope): AsyncGenerator<ExportRow[]> {
    switch (object) {
      case 'plans':
        return this.plans(scope);
      case 'companies':
        return this.companies(scope);
      case 'campaigns':
        return this.campaigns(scope);
      case 'contacts':
        return this.ofMembers(object, scope, 0, (_, member) => contactRow(member));
      case 'campaignMembers':
        return this.ofMembers(object, scope, 1, campaignMemberRow);
      case 'activities':
        return this.ofMembers(object, scope, 0, activityRow);
      case 'scores':
        return this.ofMembers(object, scope, 0, scoreRow);
    }
  }

  /** About how many there are. */
  async count(object: ExportObject, scope: ExportScope): Promise<number> {
    if (fromHistory.has(object)) await this.projected.historyWhole();
    const { sql, params } = exportStatement(object, scope);
    for await (const rows of rowsOf<[number]>(this.analytics.client, `SELECT count() FROM (${sql})`, params))
      for (const [count] of rows) return count;
    return 0;
  }

  /** What is in Salesforce, or in a file, of members who were erased since, by object. */
  async erased({ planIds, companyId, isConnected }: ExportScope): Promise<Map<ExportObject, ExportRow[]>> {
    const ids = await this.views.of(membersView).distinct('_id', {
      erased: true,
      ...(planIds !== null && { planId: { $in: [...planIds] } }),
      ...(companyId !== null && { companyId }),
    });
    const found = new Map<ExportObject, ExportRow[]>();
    for (let from = 0; from < ids.length; from += membersPerRead) {
      const statement = erasedStatement(ids.slice(from, from + membersPerRead), isConnected);
      for await (const some of this.rows<[ExportObject, string, string, string, string]>(statement))
        for (const [object, key, memberId, parent, crmId] of some) {
          const rows = found.get(object) ?? [];
          rows.push({ key, parentId: parent === '' ? null : parent, memberId, values: [], crmId });
          found.set(object, rows);
        }
    }
    for (const rows of found.values()) rows.sort(byParent);
    return found;
  }

  /** Members by id, without those who were erased. */
  async members(ids: readonly string[]): Promise<Map<string, Member>> {
    const wanted = [...new Set(ids)];
    const members = new Map<string, Member>();
    // A longer list of ids may be looked up by reading the whole collection.
    for (let from = 0; from < wanted.length; from += membersPerRead)
      for await (const member of this.views.of(membersView).find({
        _id: { $in: wanted.slice(from, from + membersPerRead) },
        erased: { $ne: true },
        memberNumber: { $exists: true },
      }))
        members.set(member._id, member);
    return members;
  }

  private rows<Row extends readonly unknown[]>({ sql, params }: Statement): AsyncGenerator<Row[]> {
    return rowsOf<Row>(this.analytics.client, sql, params);
  }

  private async *ids(statement: Statement): AsyncGenerator<string[]> {
    for await (const some of this.rows<[string]>(statement)) yield some.map(([id]) => id);
  }

  private async *plans(scope: ExportScope): AsyncGenerator<ExportRow[]> {
    const platforms = new Map((await this.views.of(platformsView).find().toArray()).map((each) => [each._id, each]));
    const inScope = scope.planIds === null ? null : new Set(scope.planIds);
    for await (const ids of this.ids(exportStatement('plans', scope))) {
      const wanted = ids.filter((id) => inScope === null || inScope.has(id));
      const found = await this.views
        .of(plansView)
        .find({ _id: { $in: wanted }, name: { $exists: true } })
        .sort({ _id: 1 })
        .toArray();
      yield found.map(({ _id, name, platformId, startDate, closedOn }) => {
        const platform = platforms.get(platformId);
        const values = [name, 'Plan', platformId, platform?.providerId ?? null, startDate, yesNo(closedOn == null)];
        return { key: _id, parentId: null, memberId: null, values };
      });
    }
  }

  private async *companies(scope: ExportScope): AsyncGenerator<ExportRow[]> {
    const ids: string[] = [];
    for await (const some of this.ids(exportStatement('companies', scope))) ids.push(...some);
    const wanted = { _id: { $in: ids }, name: { $exists: true } };
    // A fund has some thousands of employers, so they are sorted by their plan here.
    const found = await this.views
      .of(companiesView)
      .find(scope.planIds === null ? wanted : { ...wanted, planId: { $in: [...scope.planIds] } })
      .sort({ planId: 1, _id: 1 })
      .toArray();
    yield found
      .filter(({ _id }) => scope.companyId === null || _id === scope.companyId)
      .map(({ _id, planId, name, abn, industry, active }) => ({
        key: _id,
        parentId: planId,
        memberId: null,
        values: [planId, name, 'Employer', abn, industry, yesNo(active)],
      }));
  }

  /** A campaign that was cancelled is told to a Salesforce that has it, and to no other. */
  private async *campaigns(scope: ExportScope): AsyncGenerator<ExportRow[]> {
    const known = new Map<string, boolean>();
    for await (const some of this.rows<[string, number]>(exportStatement('campaigns', scope)))
      for (const [id, isExported] of some) known.set(id, isExported > 0);
    const wanted = { _id: { $in: [...known.keys()] }, name: { $exists: true } };
    const found = await this.views
      .of(campaignsView)
      .find(scope.planIds === null ? wanted : { ...wanted, planId: { $in: [...scope.planIds] } })
      .sort({ planId: 1, _id: 1 })
      .toArray();
    const today = sydneyDate(new Date());
    yield found
      .filter(({ _id, cancelled }) => !cancelled || known.get(_id))
      .map(({ _id, planId, name, campaignType, runDate, cancelled }) => {
        const status = cancelled ? 'Aborted' : runDate > today ? 'Planned' : 'Completed';
        const values = [planId, name.slice(0, longestCampaignName), campaignType, runDate, status, yesNo(!cancelled)];
        return { key: _id, parentId: planId, memberId: null, values };
      });
  }

  /** Rows about members. `at` is the place of the member's id. */
  private async *ofMembers(
    object: ExportObject,
    scope: ExportScope,
    at: number,
    rowOf: (raw: Raw, member: Member) => ExportRow,
  ): AsyncGenerator<ExportRow[]> {
    const inScope = scope.planIds === null ? null : new Set(scope.planIds);
    const read = async (some: Raw[]) => {
      const members = await this.members(some.map((raw) => String(raw[at])));
      return some.flatMap((raw) => {
        const member = members.get(String(raw[at]));
        if (member === undefined || (inScope !== null && !inScope.has(member.planId))) return [];
        return scope.companyId !== null && member.companyId !== scope.companyId ? [] : [rowOf(raw, member)];
      });
    };
    const waiting: Raw[] = [];
    for await (const some of this.rows<Raw>(exportStatement(object, scope))) {
      waiting.push(...some);
      while (waiting.length >= membersPerRead) yield await read(waiting.splice(0, membersPerRead));
    }
    if (waiting.length > 0) yield await read(waiting);
  }
}

/** In the order of code units, as the statements have it. */
const byParent = (a: ExportRow, b: ExportRow) => compared(a.parentId ?? '', b.parentId ?? '') || compared(a.key, b.key);
const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const yesNo = (value: boolean | null | undefined) => (value ? 'true' : 'false');
const points = (millionths: string | number | null | undefined) =>
  millionths == null ? null : String(Number(millionths) / 1_000_000);
const day = (text: string | number | null | undefined, count: string | number | null | undefined) =>
  Number(count) === 0 ? null : String(text);

/** A member as a consultant sees one. */
export function contactRow({ _id, companyId, ...member }: Member): ExportRow {
  const { surname, givenName, memberNumber, login, joinDate, exitDate } = member;
  // Salesforce takes no contact without a last name.
  const lastName = surname ?? memberNumber;
  const values = [companyId, lastName, givenName, memberNumber, login, joinDate, exitDate];
  return { key: _id, parentId: companyId, memberId: _id, values };
}

function campaignMemberRow(raw: Raw, { _id: memberId }: Member): ExportRow {
  const [campaign, , clicked, opened, sentOn, sent, respondedOn, responded] = raw;
  const campaignId = String(campaign);
  const status = Number(clicked) > 0 ? 'Clicked' : Number(opened) > 0 ? 'Opened' : 'Sent';
  const values = [campaignId, memberId, status, day(sentOn, sent), day(respondedOn, responded)];
  return { key: `${campaignId}.${memberId}`, parentId: campaignId, memberId, values };
}

const words = (type: string) => type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');

function activityRow([, activity, type, on, withdrawn, why]: Raw, { _id: memberId }: Member): ExportRow {
  const subject = words(String(type));
  const status = Number(withdrawn) > 0 ? 'Withdrawn' : 'Completed';
  const values = [memberId, subject, String(on), status, why === '' || why == null ? null : String(why)];
  return { key: `${memberId}.${activity}`, parentId: memberId, memberId, values };
}

function scoreRow([, month, ...scores]: Raw, { _id: memberId }: Member): ExportRow {
  const values = [memberId, String(month), ...scores.map(points)];
  return { key: `${memberId}.${month}`, parentId: memberId, memberId, values };
}
