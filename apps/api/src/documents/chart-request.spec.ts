import { describe, expect, it } from 'vitest';
import { chartPage, chartRequest, filterNames } from './chart-request.js';
import { isKnownChart } from './known-chart.js';

const pageOf = (query: Record<string, unknown>) => chartPage('superscore', chartRequest.parse(query));
const refused = (query: Record<string, unknown>) => !chartRequest.safeParse(query).success;

describe('a chart as a file', () => {
  it('is the page of that chart with the same view, as its table unless a picture is asked for', () => {
    expect(pageOf({ planId: 'TWR.P0001' })).toBe('/charts/superscore?plan=TWR.P0001&as=table');
    expect(
      pageOf({
        planId: 'TWR.P0001',
        format: 'png',
        period: 'months12',
        engaged: '1',
        compare: 'year',
        gender: 'Female',
        ageGroup: ['31 - 44', '45 - 54'],
        dimensions: 'gender,ageGroup',
      }),
    ).toBe(
      '/charts/superscore?plan=TWR.P0001&as=drawing&period=months12&engaged=1&compare=year&dimensions=gender%2CageGroup&gender=Female&ageGroup=31+-+44&ageGroup=45+-+54',
    );
  });

  it('takes the filters of pages, with valid values only', () => {
    expect(filterNames).toEqual(['gender', 'ageGroup', 'salaryGroup', 'addressState', 'company', 'category']);
    const planId = 'TWR.P0001';
    expect(refused({ planId, gender: 'None' })).toBe(true);
    expect(refused({ planId, gender: ['Female', 'None'] })).toBe(true);
    expect(refused({ planId, period: 'always' })).toBe(true);
    expect(refused({ planId, engaged: 'true' })).toBe(true);
    expect(refused({ planId, dimensions: 'gender,ageGroup,salaryGroup' })).toBe(true);
    expect(refused({})).toBe(true);
  });

  it('is a chart of a page, or one of a metric that employers may read', () => {
    for (const id of [
      'superscore-movement',
      'lifeInsurance-over-time',
      'countMembers-by-salaryGroup',
      'averageSuperScore-over-time',
      'contactRequests-by-reason',
      'campaignRuns-by-campaignType',
      'campaignsOpenedPercent-over-time',
    ])
      expect([id, isKnownChart(id)]).toEqual([id, true]);
    for (const id of [
      '',
      'superscore/',
      '../report',
      'nothing-over-time',
      'countMembers-by-nothing',
      'countMembers-by-reason',
      'campaignRuns-by-addressState',
      'constructor-over-time',
    ])
      expect([id, isKnownChart(id)]).toEqual([id, false]);
  });
});
