import { describe, expect, it } from 'vitest';
import { normalize } from '../query/normalize.js';
import { splitFilters } from '../query/normalize-filters.js';
import { compile, type Audience } from './compile.js';
import { employerQuestion } from './question-space.js';

const now = new Date('2026-06-15T02:00:00Z');

const ask = (timeDimension: object, audience: Audience = 'employer', filters: object[] = []) =>
  compile(
    normalize(
      {
        measures: ['ContactRequested.count'],
        timeDimensions: [{ dimension: 'ContactRequested.at', ...timeDimension }],
        filters,
      },
      now,
    )[0]!,
    { audience, planIds: ['acme'] },
  );

describe('an employer asking when members got in touch', () => {
  it('may ask by whole months', () => {
    expect(() => ask({ granularity: 'month', dateRange: ['2026-01-01', '2026-04-30'] })).not.toThrow();
  });

  it.each(['quarter', 'year'])('may ask by the %s', (granularity) => {
    expect(() => ask({ granularity, dateRange: ['2025-01-01', '2025-12-31'] })).not.toThrow();
  });

  it('may not move a range by a day, which would tell that day’s members', () => {
    expect(() => ask({ dateRange: ['2026-01-01', '2026-01-30'] })).toThrow(/whole months/);
    expect(() => ask({ dateRange: ['2026-01-02', '2026-01-31'] })).toThrow(/whole months/);
  });

  it('may not ask by day or hour, nor compare with an instant', () => {
    expect(() => ask({ granularity: 'day', dateRange: ['2026-01-01', '2026-01-31'] })).toThrow(/months or longer/);
    const before = { member: 'ContactRequested.at', operator: 'beforeDate', values: ['2026-01-15'] };
    expect(() => ask({ granularity: 'month' }, 'employer', [before])).toThrow(/whole months/);
  });

  it('is not what staff are: their tools may ask by hour', () => {
    expect(() => ask({ granularity: 'hour', dateRange: ['2026-01-01', '2026-01-02'] }, 'staff')).not.toThrow();
  });
});

describe('an employer filtering members', () => {
  const asked = (...filters: object[]) => {
    const query = normalize({ measures: ['MemberSnapshot.countMembers'], filters }, now)[0]!;
    const { filters: checked, subject, times } = employerQuestion(query, splitFilters(query.filters).where);
    return { filters: checked.map(({ values }) => values), subject: subject?.values ?? null, times: times.length };
  };
  const filter = (member: string, ...values: string[]) => ({ member, operator: 'in', values });
  const young = '30 and below';

  it('asks once of each dimension, by whichever of its names: what all its filters allow', () => {
    expect(
      asked(filter('Member.ageGroup', young, '31 - 44', '65+'), filter('MemberSnapshot.ageGroup', '65+', young))
        .filters,
    ).toEqual([['65+', young]]);
    expect(asked(filter('Member.gender', 'Female'), filter('Member.gender', 'Male')).filters).toEqual([[]]);
    expect(asked(filter('Member.gender', 'Female'), filter('Member.addressState', 'NSW')).filters).toHaveLength(2);
  });

  it('by one flag asks about it, and may repeat it', () => {
    expect(asked(filter('Member.noLifeInsurance', '1|Yes'))).toMatchObject({ filters: [], subject: ['1'] });
    expect(asked(filter('Member.noLifeInsurance', '1|Yes'), filter('Member.noLifeInsurance', '1|Yes')).subject).toEqual(
      ['1'],
    );
  });

  it("by several things at once, joined by 'and', asks each", () => {
    const both = { and: [filter('Member.gender', 'Female'), filter('MemberSnapshot.atYearMonth', '202605')] };
    expect(asked(both)).toEqual({ filters: [['Female']], subject: null, times: 1 });
  });

  it('may name 200 values', () => {
    const states = Array.from({ length: 200 }, (_, i) => `S${i}`);
    expect(asked(filter('Member.addressState', ...states)).filters[0]).toHaveLength(200);
  });

  it('may not leave plans out: the plans asked about are named', () => {
    expect(() => asked({ member: 'Member.planId', operator: 'notEquals', values: ['acme'] })).toThrow(/may only group/);
  });
});

describe('what may be asked under the employer rule', () => {
  const refusal = (query: object): string => {
    try {
      const asked = normalize({ measures: ['MemberSnapshot.countMembers'], ...query }, now)[0]!;
      compile(asked, { audience: 'employer', planIds: ['acme'] });
      return 'answered';
    } catch (error) {
      expect(error).toMatchObject({ status: 403 });
      return (error as Error).message;
    }
  };
  const filter = (member: string, operator = 'equals', values: string[] = ['1']) => ({ member, operator, values });

  it('is answered for the filters of the screens and one flag', () => {
    const filters = [
      filter('Member.gender', 'equals', ['Female']),
      filter('MemberSnapshot.ageGroup', 'in', ['65+']),
      filter('Member.salaryGroup', 'equals', ['$30k']),
      filter('Member.addressState', 'equals', ['NSW']),
      filter('Member.engaged'),
      filter('Member.beneficiaryNominationType', 'equals', ['4|None']),
    ];
    expect(refusal({ filters })).toBe('answered');
  });

  it('refuses two flags as filters', () => {
    expect(refusal({ filters: [filter('Member.noLifeInsurance'), filter('Member.loggedInMember')] })).toMatch(
      /one filter on a flag/,
    );
  });

  it('refuses any other filter, operator or combination', () => {
    expect(refusal({ filters: [filter('Member.occupationalRating')] })).toMatch(/may only group/);
    expect(refusal({ filters: [filter('Member.memberId')] })).toMatch(/single out/);
    expect(refusal({ filters: [filter('Member.gender', 'notEquals', ['Male'])] })).toMatch(/'equals' or 'in'/);
    expect(refusal({ filters: [filter('Member.gender', 'contains', ['Fe'])] })).toMatch(/'equals' or 'in'/);
    expect(refusal({ filters: [{ or: [filter('Member.gender'), filter('Member.engaged')] }] })).toMatch(/'or'/);
    expect(refusal({ filters: [{ member: 'MemberSnapshot.femaleCount', operator: 'measureFilter' }] })).toMatch(
      /single members/,
    );
  });

  it('refuses more values than it checks one by one', () => {
    const states = Array.from({ length: 201 }, (_, i) => `S${i}`);
    expect(refusal({ filters: [filter('Member.addressState', 'in', states)] })).toMatch(/at most 200 values/);
  });

  it('refuses single members and more than two dimensions beside time', () => {
    expect(refusal({ ungrouped: true })).toMatch(/single members/);
    expect(refusal({ dimensions: ['Member.memberId'] })).toMatch(/single out/);
    expect(refusal({ dimensions: ['Member.gender', 'Member.ageGroup', 'Member.addressState'] })).toMatch(
      /two dimensions/,
    );
    expect(refusal({ dimensions: ['Member.gender', 'Member.ageGroup', 'MemberSnapshot.month', 'Member.planId'] })).toBe(
      'answered',
    );
  });
});
