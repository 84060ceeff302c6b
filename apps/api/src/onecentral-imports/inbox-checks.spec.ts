import { describe, expect, it } from 'vitest';
import { awayFinding, failedFinding, waitingFinding, type FileToSay } from './inbox-checks.js';

const now = new Date('2026-11-26T09:41:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const file = (more: Partial<FileToSay> = {}): FileToSay => ({
  _id: 'f1',
  name: 'LINDGREN members.csv',
  table: 'members',
  status: 'Failed',
  arrivedAt: ago(600),
  ...more,
});

describe('the inbox', () => {
  it('is well while it is looked at, and before anybody has', () => {
    expect(awayFinding({ lookedAt: ago(30), awaySince: null }, now)).toBeNull();
    expect(awayFinding({ lookedAt: null, awaySince: null }, now)).toBeNull();
  });

  it('fires once it could not be read for five minutes, or nobody looked for ten', () => {
    expect(awayFinding({ lookedAt: ago(90), awaySince: ago(60) }, now)).toEqual({
      state: 'pending',
      said: 'the inbox has not been readable for 1 min, fires after 5 min',
    });
    expect(awayFinding({ lookedAt: ago(400), awaySince: ago(300) }, now)).toEqual({
      state: 'fires',
      said: 'the inbox has not been readable for 5 min',
    });
    expect(awayFinding({ lookedAt: ago(720), awaySince: null }, now)).toEqual({
      state: 'fires',
      said: 'nobody has looked at the inbox for 12 min',
    });
  });

  it('names tables and times of files that need somebody or wait, and no file', () => {
    const failed = failedFinding([file(), file({ _id: 'f2', table: null, status: 'Unknown' })]);
    expect(failed).toMatchObject({
      state: 'fires',
      said: '2 files of the inbox need somebody',
      parts: [
        { label: 'a file of members', description: 'Failed, arrived 26/11/2026 20:31' },
        { label: 'a file of no known table' },
      ],
    });
    const waiting = waitingFinding([file({ status: 'Queued' })]);
    expect(waiting?.said).toBe('1 file of the inbox waits for more than 2 h');
    expect(JSON.stringify([failed, waiting])).not.toContain('LINDGREN');
    expect([failedFinding([]), waitingFinding([])]).toEqual([null, null]);
  });
});
