import { describe, expect, it } from 'vitest';
import { cubes } from '../model/catalogue.js';
import {
  age,
  asked,
  balance,
  by,
  count,
  engaged,
  female,
  gender,
  is,
  isEngaged,
  month,
  noCover,
  nomination,
  refusal,
  share,
  state,
  where,
} from './question.fixture.js';

describe('an employer may ask', () => {
  it.each<[string, object, boolean]>([
    ['about the whole plan', {}, false],
    ['by month', { timeDimensions: [{ dimension: month, granularity: 'month' }] }, false],
    ['by a public column', by(age), true],
    ['by two public columns', by(age, gender), true],
    ['by three columns, two of them shown', { ...by(age, gender), ...where(is(state, 'NSW')) }, true],
    ['by two columns and engaged', { ...by(age), ...where(female, isEngaged) }, true],
    ['by engaged', by(engaged), true],
    ['by engaged and a public column', by(engaged, age), true],
    ['about the engaged', where(isEngaged), true],
    ['by company', by('Member.companyId'), true],
    ['about a category', where(is('Member.categoryId', 'k1')), true],
    ['by a flag within a company', { ...by(noCover), ...where(is('Member.companyId', 'c1')) }, true],
    ['about several values of a column', where(is(state, 'NSW', 'TAS')), true],
    ['about the maximum number of values', where(is(state, ...Array<string>(200).fill('NSW'))), true],
    ['by a secret category of the whole plan', { ...by(nomination), measures: [count, share] }, false],
    ['by a secret category within three columns', { ...by(nomination, age), ...where(female, isEngaged) }, true],
    ['by a flag and engaged', by(noCover, engaged), true],
    ['about members with a flag', where(is(noCover, '1|Yes')), true],
    [
      'by a secret category of which only some values are shown',
      { ...by(nomination), ...where(is(nomination, '4|None')) },
      false,
    ],
    ['for members with a flag, by age and gender', { ...by(age, gender), ...where(is(noCover, '1|Yes')) }, true],
    ['for an average of a group', { ...by(age), measures: [balance] }, true],
    [
      'with a condition on a published figure',
      { ...by(age), ...where({ member: count, operator: 'gte', values: ['100'] }) },
      true,
    ],
    [
      'for public figures',
      { measures: ['MemberSnapshot.averageAge', 'MemberSnapshot.averageSalary', 'MemberSnapshot.newMembers'] },
      false,
    ],
    ['for months by name', where(is('MemberSnapshot.atYearMonth', '202605')), false],
  ])('%s', (_, query, quarterly) => {
    expect(asked(query).quarterly).toBe(quarterly);
  });

  it('by two names of one column, which count once', () => {
    expect(asked(by(age, 'MemberSnapshot.ageGroup')).breakdowns).toHaveLength(1);
    const { filters } = asked({
      ...by(gender),
      ...where(is(age, '65+', '45 - 54'), is('MemberSnapshot.ageGroup', '65+', '31 - 44'), is(state, 'NSW')),
    });
    expect(filters.map(({ values }) => values)).toEqual([['65+'], ['NSW']]);
    expect(asked(by(nomination, 'MemberSnapshot.beneficiaryNominationType')).secret).toMatchObject({ shown: true });
    const both = asked({ ...by('MemberSnapshot.beneficiaryNominationType'), ...where(is(nomination, '4|None')) });
    expect(both.secret).toMatchObject({ wires: ['4|None'], shown: true });
  });

  it('for the values common to several filters on a column', () => {
    expect(asked(where(is(state, 'NSW', 'TAS'), is(state, 'TAS', 'VIC'))).filters).toMatchObject([{ values: ['TAS'] }]);
    expect(asked(where(is(state, 'NSW'), is(state, 'TAS'))).filters).toMatchObject([{ values: [] }]);
    expect(asked(where(is(nomination, '1|Binding', '4|None'), is(nomination, '4|None'))).secret).toMatchObject({
      wires: ['4|None'],
      shown: false,
    });
  });

  it('about nobody, by an unknown value of a flag', () => {
    for (const value of ['maybe', '', '__proto__', '2|Maybe', '255'])
      expect([value, asked(where(is(noCover, value))).secret!.wires]).toEqual([
        value,
        value === '2|Maybe' ? ['2|No'] : [],
      ]);
    expect(asked(where(is(nomination, 'binding'))).secret!.wires).toEqual([]);
  });

  it('about those without a value, alone or beside others', () => {
    const values = (...named: (string | null)[]) =>
      asked(where({ member: state, operator: 'equals', values: named })).filters.map((filter) => filter.values);
    expect(values(null)).toEqual([['Unknown']]);
    expect(values('NSW', null)).toEqual([['NSW', 'Unknown']]);
    expect(asked(where({ or: [is(state, 'NSW'), { member: state, operator: 'notSet' }] })).filters).toMatchObject([
      { values: ['NSW', 'Unknown'] },
    ]);
    const nominated = { member: nomination, operator: 'in', values: ['4|None', null] };
    expect(asked(where(nominated)).secret).toMatchObject({ wires: ['4|None', 'Unknown'] });
    expect(refusal(where({ member: state, operator: 'notEquals', values: ['NSW', null] })).status).toBe(403);
    expect(refusal(where({ or: [is(state, 'NSW'), is(gender, 'Male')] })).status).toBe(403);
  });

  it('about groups joined by or, if they are values of one column', () => {
    expect(asked(where({ or: [is(state, 'NSW'), is(state, 'TAS')] })).filters).toMatchObject([
      { values: ['NSW', 'TAS'] },
    ]);
  });
});

describe('every column', () => {
  const columns = cubes.slice(0, 3).flatMap((cube) => cube.dimensions);

  it('about members can be a breakdown by itself, unless it singles out members', () => {
    for (const { name, use } of columns)
      if (use === 'staff') expect(refusal(by(name)).status, name).toBe(403);
      else expect(asked(by(name)).measures, name).toHaveLength(1);
  });

  it('that is secret cannot divide any average', () => {
    const averages = cubes
      .slice(0, 3)
      .flatMap((cube) => cube.measures)
      .filter(({ published }) => !['headcount', 'share', 'nothing'].includes(published.as));
    expect(averages.length).toBeGreaterThan(30);
    for (const { name, use } of columns.filter((column) => column.use === 'secret'))
      for (const measure of averages) {
        const { status } = refusal({ ...by(name), measures: [measure.name] });
        expect([name, use, measure.name, status]).toEqual([name, 'secret', measure.name, 403]);
      }
  });
});
