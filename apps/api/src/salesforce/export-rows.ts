import { Injectable } from '@nestjs/common';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import { membersView } from '@superscope/contracts/read-models/members';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { rowsOf } from '../platform/clickhouse/stored-rows.js';
import { ProjectedEvents } from '../changes/projected-events.js';
import { Analytics, Views } from '../platform/engines.module.js';
import type { ExportRow } from './export-files.js';
import type { ExportScope } from './export-scope.js';
import {
  erasedStatement,
  exportStatement,
  keyedStatement,
  owedStatement,
  type Statement,
} from './export-statements.js';

/** How many members' documents are read at once. */
const membersPerRead = 1_000;

/** Of Salesforce. */
const longestCampaignName = 80;

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

  /** What changed. A batch waits for the event history before, so nothing of its positions is missing. */
  of(object: ExportObject, scope: ExportScope): AsyncGenerator<ExportRow[]> {
    switch (object) {
      case 'plans':
        return this.plans(scope, this.ids(exportStatement(object, scope)));
      case 'companies':
        return this.companies(scope, this.ids(exportStatement(object, scope)));
      case 'campaigns':
        return this.campaigns(scope, this.rows(exportStatement(object, scope)));
      case 'contacts':
      case 'campaignMembers':
      case 'activities':
      case 'scores':
        return this.ofMembers(scope, this.rows(exportStatement(object, scope)), memberRows[object]);
    }
  }

  /** Rows by their keys, as they are now, each key with the member whom it is about. What is not there any more, or not in the scope, is left out. */
  async *keyed(object: ExportObject, keys: ReadonlyMap<string, string | null>, scope: ExportScope) {
    const wanted = [...keys.keys()].toSorted();
    for (let from = 0; from < wanted.length; from += membersPerRead)
      yield* this.someKeyed(object, wanted.slice(from, from + membersPerRead), keys, scope);
  }

  private someKeyed(
    object: ExportObject,
    keys: readonly string[],
    memberOf: ReadonlyMap<string, string | null>,
    scope: ExportScope,
  ): AsyncGenerator<ExportRow[]> {
    switch (object) {
      case 'plans':
        return this.plans(scope, once(keys));
      case 'companies':
        return this.companies(scope, once(keys));
      case 'campaigns':
        // Salesforce may have an earlier state of it.
        return this.campaigns(scope, once(keys.map((key) => [key, 1])));
      case 'contacts':
        return this.ofMembers(scope, once(keys.map((key) => [key])), memberRows.contacts);
      case 'campaignMembers':
      case 'activities':
      case 'scores': {
        const members = [...new Set(keys.flatMap((key) => memberOf.get(key) ?? []))];
        return this.ofMembers(scope, this.rows(keyedStatement(object, keys, members)), memberRows[object]);
      }
    }
  }

  /** Keys of records that Salesforce refused or did not process when they were sent last, each with its member. */
  async owed(object: ExportObject): Promise<Map<string, string | null>> {
    const owed = new Map<string, string | null>();
    for await (const some of this.rows<[string, string]>(owedStatement(object)))
      for (const [key, memberId] of some) owed.set(key, memberId === '' ? null : memberId);
    return owed;
  }

  /** About how many there are. */
  async count(object: ExportObject, scope: ExportScope): Promise<number> {
    await this.projected.historyWhole();
    const { sql, params } = exportStatement(object, scope);
    for await (const rows of rowsOf<[number]>(this.analytics.client, `SELECT count() FROM (${sql})`, params))
      for (const [count] of rows) return count;
    return 0;
  }

  /** Whether anything changed. */
  async any(object: ExportObject, scope: ExportScope): Promise<boolean> {
    for await (const rows of this.of(object, scope)) if (rows.length > 0) return true;
    return false;
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

  private async *plans(scope: ExportScope, changed: AsyncIterable<readonly string[]>): AsyncGenerator<ExportRow[]> {
    const platforms = new Map((await this.views.of(platformsView).find().toArray()).map((each) => [each._id, each]));
    const inScope = scope.planIds === null ? null : new Set(scope.planIds);
    for await (const ids of changed) {
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

  private async *companies(scope: ExportScope, changed: AsyncIterable<readonly string[]>): AsyncGenerator<ExportRow[]> {
    const ids: string[] = [];
    for await (const some of changed) ids.push(...some);
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
  private async *campaigns(scope: ExportScope, changed: AsyncIterable<readonly Raw[]>): AsyncGenerator<ExportRow[]> {
    const known = new Map<string, boolean>();
    for await (const some of changed)
      for (const [id, isExported] of some) known.set(String(id), Number(isExported) > 0);
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

  /** Rows about members. */
  private async *ofMembers(
    scope: ExportScope,
    changed: AsyncIterable<readonly Raw[]>,
    { at, rowOf }: MemberRows,
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
    for await (const some of changed) {
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

/** How rows of an object are made, and at which place of a raw one the member's id is. */
interface MemberRows {
  at: number;
  rowOf: (raw: Raw, member: Member) => ExportRow;
}

const memberRows: Record<'contacts' | 'campaignMembers' | 'activities' | 'scores', MemberRows> = {
  contacts: { at: 0, rowOf: (_, member) => contactRow(member) },
  campaignMembers: { at: 1, rowOf: campaignMemberRow },
  activities: { at: 0, rowOf: activityRow },
  scores: { at: 0, rowOf: scoreRow },
};

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
