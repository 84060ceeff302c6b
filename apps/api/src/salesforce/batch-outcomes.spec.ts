import { describe, expect, it } from 'vitest';
import { jobsOver, jobStep, lockedStep, makeStep, resultStep, unsentStep } from './batch-outcomes.js';
import type { Shipment } from './export-files.js';

const contacts: Shipment = { object: 'contacts', operation: 'upsert' };
const made = { [makeStep(contacts)]: JSON.stringify({ rows: 2, parts: [1, 2].map(() => ({ rows: 1, pieces: [] })) }) };
const first = { ...made, [jobStep(contacts, 1, 1)]: 'job-1' };

describe('a job of a batch', () => {
  it('is not over while it is the newest one of its part', () => {
    expect(jobsOver(first)).toEqual([]);
  });

  it.each([
    ['its part has a result', { [resultStep(contacts, 1)]: '{}' }],
    ['another one repeats what met locks', { [lockedStep(contacts, 1, 1)]: '{}' }],
    ['it never got its rows', { [unsentStep(contacts, 1, 1)]: null }],
  ])('is over once %s', (_, more) => {
    expect(jobsOver({ ...first, ...more, [jobStep(contacts, 2, 1)]: 'job-of-the-next-part' })).toEqual(['job-1']);
  });

  it('is over once there is a newer one', () => {
    expect(jobsOver({ ...first, [jobStep(contacts, 1, 2)]: 'job-2' })).toEqual(['job-1']);
  });
});
