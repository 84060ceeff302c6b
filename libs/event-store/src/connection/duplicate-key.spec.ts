import { MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { isDuplicateKey, unlessDuplicate } from './duplicate-key.js';

const refused = new MongoServerError({ message: 'E11000 duplicate key error', code: 11000 });
const other = new MongoServerError({ message: 'not the primary', code: 10107 });

describe('a write to MongoDB', () => {
  it('is told apart from others if a document with its key exists', () => {
    expect([refused, other, new Error('away'), null].map(isDuplicateKey)).toEqual([true, false, false, false]);
  });

  it('succeeds unless such a document exists, and other errors are thrown', async () => {
    expect(await unlessDuplicate(Promise.resolve())).toBe(true);
    expect(await unlessDuplicate(Promise.reject(refused))).toBe(false);
    await expect(unlessDuplicate(Promise.reject(other))).rejects.toThrow('not the primary');
  });
});
