import { describe, expect, it } from 'vitest';
import {
  age,
  balance,
  by,
  engaged,
  female,
  gender,
  is,
  isEngaged,
  noCover,
  nomination,
  refusal,
  salary,
  state,
  where,
} from './question.fixture.js';

describe('an employer is refused, with a sentence about what is allowed,', () => {
  it.each<[string, object, RegExp]>([
    [
      'four columns',
      { ...by(age, gender), ...where(is(state, 'NSW'), is(salary, '$65k')) },
      /at most three of gender, age group, salary group, state and engaged/,
    ],
    [
      'three columns and the engaged',
      { ...by(age, gender), ...where(is(state, 'NSW'), isEngaged) },
      /at most three of/,
    ],
    ['three columns by engaged', { ...by(age, engaged), ...where(is(state, 'NSW'), female) }, /at most three of/],
    ['three breakdowns', by(age, gender, state), /At most two breakdowns beside time/],
    ['three breakdowns, one of them engaged', by(age, gender, engaged), /At most two breakdowns/],
    ['three breakdowns, one of them secret', by(age, gender, nomination), /At most two breakdowns/],
    [
      'company with another column',
      { ...by('Member.companyId'), ...where(female) },
      /'Member\.companyId' stands alone/,
    ],
    [
      'category with the engaged',
      { ...by('Member.categoryId'), ...where(isEngaged) },
      /'Member\.categoryId' stands alone/,
    ],
    [
      'birth group with another column',
      { ...by('Member.birthGroup'), ...where(female) },
      /'Member\.birthGroup' stands alone/,
    ],
    ['birth group with the engaged', { ...by('Member.birthGroup'), ...where(isEngaged) }, /stands alone/],
    ['birth group by company', by('Member.birthGroup', 'Member.companyId'), /stands alone/],
    [
      'a flag by birth group',
      { ...by('Member.birthGroup'), ...where(is(noCover, '1|Yes')) },
      /By 'Member\.birthGroup' only 'MemberSnapshot\.countMembers' and 'MemberSnapshot\.averageTotalAssetsOwned' are published/,
    ],
    ['a secret category by birth group', by('Member.birthGroup', nomination), /By 'Member\.birthGroup' only/],
    [
      'salaries by birth group',
      { ...by('Member.birthGroup'), measures: ['MemberSnapshot.averageSalary'] },
      /By 'Member\.birthGroup' only/,
    ],
    [
      'the total of one birth group',
      { ...where(is('Member.birthGroup', '1980 - 1984')), measures: ['MemberSnapshot.totalAssetsOwned'] },
      /By 'Member\.birthGroup' only/,
    ],
    ['company by engaged', by('Member.companyId', engaged), /stands alone/],
    ['company and category', { ...by('Member.companyId'), ...where(is('Member.categoryId', 'k1')) }, /stands alone/],
    ['two secret breakdowns', by(nomination, 'SuperScore.scoreBand'), /Only one flag or secret category at a time/],
    ['a flag and a secret breakdown', { ...by(nomination), ...where(is(noCover, '1|Yes')) }, /Only one flag/],
    ['two flags', where(is(noCover, '1|Yes'), is('Member.loggedInMember', '1|Yes')), /Only one flag/],
    [
      'a flag and the category that it is made of',
      { ...by(nomination), ...where(is('Member.expiredBeneficiaryNominated', '1|Yes')) },
      /Only one flag/,
    ],
    [
      'an average with a flag',
      { ...where(is(noCover, '1|Yes')), measures: [balance] },
      /only 'MemberSnapshot\.countMembers' and 'MemberSnapshot\.shareOfMembers' are published, not 'MemberSnapshot\.averageTotalAssetsOwned'/,
    ],
    [
      'a score by a secret category',
      { ...by(nomination), measures: ['SuperScore.averageSuperScore'] },
      /With a flag or a secret category only/,
    ],
    [
      'another flag’s count with a flag',
      { ...where(is(noCover, '1|Yes')), measures: ['MemberSnapshot.deathCoverCount'] },
      /only 'MemberSnapshot\.countMembers'/,
    ],
    [
      'a filter on an average with a flag',
      where(is(noCover, '1|Yes'), { member: balance, operator: 'gt', values: ['1'] }),
      /With a flag or a secret category only/,
    ],
    [
      'cover types within a group',
      by('MemberSnapshot.insuranceCoverType', gender),
      /'MemberSnapshot\.insuranceCoverType' is published for the whole plan only/,
    ],
    [
      'one cover type of the engaged',
      where(is('MemberSnapshot.insuranceCoverType', 'None'), isEngaged),
      /whole plan only/,
    ],
    ['those who are not engaged', where(is(engaged, '2|No')), /may only ask for those who are/],
    ['engaged and other members in one filter', where(is(engaged, '1', '0')), /may only ask for those who are/],
    ['groups joined by or', where({ or: [female, is(state, 'NSW')] }), /cannot be joined by 'or'/],
    [
      'a group within an or',
      where({ or: [{ and: [female, is(state, 'NSW')] }, is(gender, 'Male')] }),
      /cannot be joined by 'or'/,
    ],
    [
      'all values but one',
      where({ member: state, operator: 'notEquals', values: ['NSW'] }),
      /may only name values, by 'equals' or 'in'/,
    ],
    ['a part of a value', where({ member: state, operator: 'contains', values: ['N'] }), /may only name values/],
    ['any known value', where({ member: nomination, operator: 'set' }), /may only name values/],
    ['unknown values', where({ member: noCover, operator: 'equals', values: [null] }), /may only name values/],
    [
      'all plans but one',
      where({ member: 'Member.planId', operator: 'notEquals', values: ['acme'] }),
      /may only name values/,
    ],
    [
      'more values than allowed',
      where(is(state, ...Array.from({ length: 201 }, (_, i) => `s${i}`))),
      /at most 200 values/,
    ],
    ['single members', { ungrouped: true }, /Single members are never listed/],
    ['members by id', by('Member.memberId'), /'Member\.memberId' singles out members/],
    ['members by the day they joined', by('Member.joinDate'), /singles out members/],
    ['members by age in years', where({ member: 'Member.age', operator: 'gte', values: ['60'] }), /ask by age group/],
    ['a numeric condition', where({ member: balance, operator: 'measureFilter' }), /would select single members/],
    ['a count by gender under another name', { measures: ['MemberSnapshot.femaleCount'] }, /by 'Member\.gender'/],
    [
      'a filter on a measure that is not published',
      where({ member: 'MemberSnapshot.maleCount', operator: 'gt', values: ['1'] }),
      /by 'Member\.gender'/,
    ],
  ])('%s', (_, query, sentence) => {
    const { status, message } = refusal(query);
    expect(status).toBe(403);
    expect(message).toMatch(sentence);
  });

  it.each<[string, object, RegExp]>([
    ['single requests', { ungrouped: true }, /never listed/],
    ['how many requests there were', { measures: ['ContactRequested.count'] }, /ask for 'ContactRequested\.members'/],
    [
      'requests by their status',
      { dimensions: ['ContactRequested.status'] },
      /by 'ContactRequested\.reason', not by 'ContactRequested\.status'/,
    ],
    [
      'several reasons together',
      { filters: [is('ContactRequested.reason', 'insurance', 'investment')] },
      /are not added up; ask by 'ContactRequested\.reason'/,
    ],
    [
      'all reasons but one',
      { filters: [{ member: 'ContactRequested.reason', operator: 'notEquals', values: ['insurance'] }] },
      /by 'equals' or 'in'/,
    ],
    [
      'reasons joined with months by or',
      {
        filters: [
          {
            or: [
              is('ContactRequested.reason', 'insurance'),
              { member: 'ContactRequested.at', operator: 'beforeDate', values: ['2026-01-01'] },
            ],
          },
        ],
      },
      /cannot be joined by 'or'/,
    ],
  ])('about contact requests: %s', (_, query, sentence) => {
    const { status, message } = refusal({ measures: ['ContactRequested.members'], ...query });
    expect(status).toBe(403);
    expect(message).toMatch(sentence);
  });

  it.each<[string, object, RegExp]>([
    ['members listed by category', { ungrouped: true }, /never listed/],
    [
      'categories selected by their members',
      { filters: [{ member: 'MemberCategory.members', operator: 'measureFilter' }] },
      /would select members/,
    ],
    [
      'categories joined with months by or',
      {
        filters: [
          {
            or: [
              is('MemberCategory.name', 'Staff'),
              { member: 'MemberCategory.month', operator: 'beforeDate', values: ['2026-01-01'] },
            ],
          },
        ],
      },
      /cannot share an 'or'/,
    ],
    [
      'months joined by or',
      {
        filters: [
          {
            or: ['2026-01-01', '2026-02-01'].map((day) => ({
              member: 'MemberCategory.month',
              operator: 'onTheDate',
              values: [day],
            })),
          },
        ],
      },
      /cannot be joined by 'or'/,
    ],
  ])('about categories: %s', (_, query, sentence) => {
    const { status, message } = refusal({ measures: ['MemberCategory.members'], ...query });
    expect(status).toBe(403);
    expect(message).toMatch(sentence);
  });

  it.each<[string, object]>([
    ['when members took a step', { timeDimensions: [{ dimension: 'Campaign.time', granularity: 'day' }] }],
    ['steps before a day', { filters: [{ member: 'Campaign.time', operator: 'beforeDate', values: ['2026-01-01'] }] }],
    ['single engagements', { ungrouped: true }],
  ])('about campaigns: %s', (_, query) => {
    expect(refusal({ measures: ['Campaign.opened'], ...query })).toMatchObject({
      status: 403,
      message: expect.stringMatching(/ask by 'Campaign\.eventDate'/) as string,
    });
  });
});
