import { BadQuery } from '../query/bad-query.js';
import { normalize } from '../query/normalize.js';
import { employerPlan } from './employer-answers.js';
import type { EmployerQuestion } from './question.js';

export const count = 'MemberSnapshot.countMembers';
export const share = 'MemberSnapshot.shareOfMembers';
export const balance = 'MemberSnapshot.averageTotalAssetsOwned';
export const month = 'MemberSnapshot.month';
export const gender = 'Member.gender';
export const age = 'Member.ageGroup';
export const salary = 'Member.salaryGroup';
export const state = 'Member.addressState';
export const engaged = 'Member.engaged';
export const nomination = 'Member.beneficiaryNominationType';
export const noCover = 'Member.noLifeInsurance';

export const asked = (query: object) =>
  employerPlan(normalize({ measures: [count], ...query }, new Date('2026-06-15T02:00:00Z'))[0]!, ['acme'])
    .question as EmployerQuestion;
export const refusal = (query: object): { status: number; message: string } => {
  try {
    asked(query);
  } catch (error) {
    if (error instanceof BadQuery) return error;
    throw error;
  }
  throw new Error(`It may be asked: ${JSON.stringify(query)}`);
};
export const is = (member: string, ...values: string[]) => ({ member, operator: 'equals', values });
export const by = (...dimensions: string[]) => ({ dimensions });
export const where = (...filters: object[]) => ({ filters });
export const female = is(gender, 'Female');
export const isEngaged = is(engaged, '1');
