import { memberFields, type MemberPersonal } from '@superscope/domain/member/member.events';
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

/** The surname, the login and the parts of the login, because a login often begins with an initial and a dot. */
export const searchKeysOf = ({ surname, login }: Pick<MemberPersonal, 'surname' | 'login'>): string[] => {
  const keys = [surname, login, ...(login ?? '').split(/[^\p{L}\p{N}]+/u)];
  return [...new Set(keys.flatMap((key) => (key ? [key.toLowerCase()] : [])))];
};

/** Members' personal details, for lookups and exports. */
export const membersView = documentView({
  collection: 'members',
  announces: 'members',
  shape: recordShape(memberFields).extend({
    /** Current and former plans of the member. */
    planIds: z.array(z.string()),
    erased: z.boolean().optional(),
    /** Texts in lower case whose beginnings a lookup matches: see `searchKeysOf`. */
    searchKeys: z.array(z.string()).optional(),
  }),
  fields: memberFields,
  indexes: [{ planIds: 1 }, { searchKeys: 1 }, { companyId: 1 }],
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
