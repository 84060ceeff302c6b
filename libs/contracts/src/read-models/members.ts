import { memberFields, type MemberPersonal } from '@superscope/domain/member/member.events';
import { lookAlikeKey } from '@superscope/domain/text/clean-text';
import { searchKey } from '@superscope/domain/text/search-key';
import { nearKeysOf } from '@superscope/domain/text/sound-key';
import { z } from 'zod';
import {
  analyticsTable,
  category,
  count,
  instant,
  optionalCategory,
  optionalLongDay,
  uuid,
  yesOrNo,
} from './analytics-table.js';
import { documentView } from './document-view.js';
import { recordShape } from './record-shape.js';

/** Grows with each change of how `foundBy` is computed; the projectors then compute it anew for every member. */
export const searchVersion = 3;

const texts = (...parts: (string | null)[]): string => searchKey(parts.filter((part) => part !== null).join(' '));

/** The words of a member's name in the form that searches compare. */
export const nameWords = ({ surname, givenName }: Pick<MemberPersonal, 'surname' | 'givenName'>): string[] =>
  texts(surname, givenName)
    .split(' ')
    .filter((word) => word !== '');

/** Digits have no sound. */
export const hasSound = (word: string): boolean => !/\p{N}/u.test(word);

/** The near key of a birth date (yyyy-MM-dd). */
export const birthKey = (day: string): string => `@${day}`;

/** The near key of a member number: from its end, so that the beginnings of keys are the ends of numbers. */
export const numberEndKey = (number: string): string =>
  `#${[...searchKey(number).replaceAll(' ', '')].reverse().join('')}`;

/**
 * What a member is found by: the name with the surname first and with the given name first, each other word of the name, the number, the
 * login, and the parts of the login, because a login often begins with an initial and a dot. The near keys are what a name sounds like,
 * the birth date, and the number from its end.
 */
export function foundBy(member: {
  platformId: string;
  personal: Pick<MemberPersonal, 'memberNumber' | 'surname' | 'givenName' | 'login' | 'dateOfBirth'>;
}) {
  const { memberNumber, surname, givenName, login, dateOfBirth } = member.personal;
  const words = nameWords(member.personal);
  const keys = [
    texts(surname, givenName),
    texts(givenName, surname),
    ...words,
    texts(memberNumber),
    texts(login),
    ...(login ?? '').split(/[^\p{L}\p{M}\p{N}]+/u).map((part) => searchKey(part)),
  ];
  const look = lookAlikeKey(memberNumber);
  return {
    searchKeys: withoutBeginnings([...new Set(keys)].filter((key) => key !== '')),
    nearKeys: [
      ...new Set(words.filter(hasSound).flatMap(nearKeysOf)),
      numberEndKey(memberNumber),
      ...(dateOfBirth === null ? [] : [birthKey(dateOfBirth)]),
    ],
    searchVersion,
    looksLike: look === memberNumber ? null : looksLikeKey(member.platformId, memberNumber),
  };
}

/** Keys are matched by their beginnings, so whatever finds the beginning of a longer key finds that one. */
const withoutBeginnings = (keys: readonly string[]): string[] =>
  keys.filter((key) => !keys.some((other) => other !== key && other.startsWith(key)));

/** What an erased member is found by: nothing. */
export const foundByNothing = { searchKeys: [], nearKeys: [], searchVersion, looksLike: null };

/** The value of `looksLike` for a number that is written in any way that looks the same. */
export const looksLikeKey = (platformId: string, memberNumber: string): string =>
  `${platformId} ${lookAlikeKey(memberNumber)}`;

/** Members' personal details, for lookups and exports. */
export const membersView = documentView({
  collection: 'members',
  announces: 'members',
  shape: recordShape(memberFields).extend({
    /** Current and former plans of the member. */
    planIds: z.array(z.string()),
    erased: z.boolean().optional(),
    /** Keys (see `searchKey`) whose beginnings a lookup matches: see `foundBy`. */
    searchKeys: z.array(z.string()).optional(),
    /** What finds members by how a name sounds, by birth date and by the end of the number: see `foundBy`. Earlier releases stored none. */
    nearKeys: z.array(z.string()).optional(),
    /** The version of `foundBy` that computed the keys. Earlier releases stored none. */
    searchVersion: z.number().optional(),
    /** The platform and what the member's number looks like, if it is stored in another form, as earlier releases did; else null. */
    looksLike: z.string().nullable().optional(),
  }),
  fields: memberFields,
  indexes: [{ planIds: 1 }, { searchKeys: 1 }, { nearKeys: 1 }, { companyId: 1 }, { searchVersion: 1, looksLike: 1 }],
});

/** One row for each event about a member's personal details and plan. The derivation folds them. */
export const memberFactTable = analyticsTable({
  table: 'member_fact',
  announces: 'members',
  columns: {
    member_id: uuid,
    revision: count,
    event_type: category,
    plan_id: category,
    company_id: category,
    category_id: category,
    platform_id: category,
    birth_month: optionalCategory,
    gender: optionalCategory,
    address_state: optionalCategory,
    account_type: optionalCategory,
    occupational_rating: optionalCategory,
    email_address_provided: yesOrNo,
    mobile_number_provided: yesOrNo,
    tax_file_number_provided: yesOrNo,
    /** The day on which the member moved or left. */
    on_day: optionalLongDay,
    joined_on: optionalLongDay,
    exited_on: optionalLongDay,
    /** When the event was recorded. An edition counts only facts recorded by the edition's moment. */
    recorded_at: instant,
  },
  key: ['member_id', 'revision'],
});
