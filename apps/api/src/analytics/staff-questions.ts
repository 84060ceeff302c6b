import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AnalyticsRow, LoadResult } from '@superscope/contracts/analytics/answer';
import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { ExpiringCache } from '@superscope/event-store/keys/expiring-cache';
import { Identity } from '@superscope/event-store/keys/identity';
import type { FastifyRequest } from 'fastify';
import { AccessLog, type Access } from '../platform/access/access-log.js';
import { inParts } from '../platform/access/access-parts.js';
import { callerOf } from '../platform/access/caller.js';
import { readsMonths } from './compile/source-sql.js';
import { findMember } from './model/catalogue.js';
import { membersOf } from './query/normalize-filters.js';
import { sourceOf } from './query/normalize.js';

/** What an exact answer reveals about few members. */
export interface StaffQuestion {
  /**
   * Single members, groups that have 1 to 10 members according to a count, or groups that may be as small because no count says otherwise.
   */
  lists: 'members' | 'groups of 1 to 10' | 'groups of unknown size';
  /** The plan if the query names exactly one. */
  planId: string | null;
  /** Inner ids of members that the rows name. */
  members: readonly string[];
  rows: number;
}

/** A question to record in the access log. */
export interface NotedQuestion {
  /** Only a digest of it is stored. */
  query: object;
  question: StaffQuestion;
}

/** The questions whose results reveal something about few members. */
export const questionsToNote = (results: readonly Pick<LoadResult, 'query' | 'data'>[]): NotedQuestion[] =>
  results.flatMap(({ query, data }) => {
    const question = staffQuestion(query, data);
    return question === null ? [] : [{ query, question }];
  });

const memberId = 'Member.memberId';
const headcount = 'MemberSnapshot.countMembers';
const largestSmallGroup = 10;
/** Counts of campaigns and categories, not of people. */
const countsOfOthers = new Set(['Campaign.total', 'Campaign.runs', 'MemberCategory.count']);

/** What to record about an exact answer; null if every group in it has more than ten members. */
export function staffQuestion(query: NormalizedQuery, data: readonly AnalyticsRow[]): StaffQuestion | null {
  const lists = data.length === 0 || !isAboutMembers(query) ? null : listed(query, data);
  if (lists === null) return null;
  const members = data.map((row) => row[memberId]).filter((id): id is string => typeof id === 'string');
  return { lists, planId: planOf(query), members: [...new Set(members)], rows: data.length };
}

/** Assets and the categories themselves are the fund's facts; who is in a category is not. */
const isAboutMembers = (query: NormalizedQuery): boolean => {
  const source = sourceOf(query);
  if (source === 'asset') return false;
  return source !== 'memberCategory' || readsMonths(source, query, query.filters.flatMap(membersOf));
};

function listed(query: NormalizedQuery, data: readonly AnalyticsRow[]): StaffQuestion['lists'] | null {
  const singlesOut = (name: string) => {
    const member = findMember(name);
    return member?.kind === 'dimension' && member.use === 'staff';
  };
  if (query.ungrouped || query.dimensions.some(singlesOut)) return 'members';
  const counts = query.measures.filter((name) => {
    const member = findMember(name);
    return member?.kind === 'measure' && member.aggType.startsWith('count') && !countsOfOthers.has(name);
  });
  const groups = data.filter((row) => row[headcount] !== 0).map((row) => counts.map((name) => Number(row[name])));
  if (groups.some((group) => group.some((n) => n >= 1 && n <= largestSmallGroup))) return 'groups of 1 to 10';
  return groups.every((group) => Math.max(...group) > largestSmallGroup) ? null : 'groups of unknown size';
}

function planOf({ filters }: NormalizedQuery): string | null {
  for (const filter of filters)
    if ('member' in filter && filter.member.endsWith('.planId') && filter.operator === 'equals')
      if (filter.values?.length === 1) return filter.values[0]!;
  return null;
}

/** A page repeats its questions. The same answer to the same user is recorded again only after this time. */
const notedAgainAfterMilliseconds = 10 * 60_000;
const mostRemembered = 10_000;

/** Who reads an answer. The page of a document reads for the user who requested it. */
type Reader = Pick<Access, 'userId' | 'role'>;

/**
 * Records in the access log which user read about few members. A question is stored as a digest, because its filters may name a person.
 */
@Injectable()
export class StaffQuestions {
  private readonly noted = new ExpiringCache<true>(mostRemembered, notedAgainAfterMilliseconds);

  constructor(
    private readonly log: AccessLog,
    private readonly identity: Identity,
  ) {}

  /** Records an exact answer of another endpoint if one of its counts of members is 1 to 10. */
  noteCounts(
    request: FastifyRequest,
    query: object,
    planId: string,
    counts: readonly (number | null)[],
    by: Reader = callerOf(request),
  ): void {
    if (!counts.some((count) => count !== null && count >= 1 && count <= largestSmallGroup)) return;
    const question: StaffQuestion = { lists: 'groups of 1 to 10', planId, members: [], rows: counts.length };
    this.note(request, [{ query, question }], by);
  }

  note(request: FastifyRequest, questions: readonly NotedQuestion[], by: Reader = callerOf(request)): void {
    if (questions.length === 0) return;
    const { userId, role } = by;
    for (const { query, question } of questions) {
      const { lists, planId, members, rows } = question;
      const digest = this.identity.questionDigest(JSON.stringify(query));
      const key = `${userId} ${createHash('sha256')
        .update(JSON.stringify([digest, question]))
        .digest('base64url')}`;
      if (this.noted.get(key)) continue;
      this.noted.set(key, true);
      const filter = { digest, lists };
      const access = { userId, role, action: 'question', object: null, planId, rows, outcome: 'ok', filter } as const;
      for (const part of inParts(access, members)) this.log.note(request, part);
    }
  }
}
