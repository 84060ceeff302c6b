import { describe, expect, it } from 'vitest';
import { looksLikeStored } from '../csv/validate/written-key.js';
import { storedError } from './stored-errors.js';

const stored = (table: string, message: string) => storedError(table, { line: 7, column: 'planId', message }).message;
const remedy = 'Import it first, or correct the id.';

describe('the error of a file that is stored for good', () => {
  it.each([
    [`There is no plan M-4711. ${remedy}`, `There is no such plan. ${remedy}`],
    [`There is no platform M-4711. ${remedy}`, `There is no such platform. ${remedy}`],
    [
      `There is no employer M-4711 on this platform. ${remedy}`,
      `There is no such employer on this platform. ${remedy}`,
    ],
    [
      'Several platforms have a plan M-4711: say which with platformId, as a column or in the query.',
      'Several platforms have this plan: say which with platformId, as a column or in the query.',
    ],
    [
      "The employer M-4711 is not one of this plan. Correct its id, or the plan's.",
      "The employer is not one of this plan. Correct its id, or the plan's.",
    ],
    [`The plan has no member category M-4711. ${remedy}`, `The plan has no such member category. ${remedy}`],
    [
      looksLikeStored('M‐4711', 'M-4711'),
      'It looks the same as one that is stored in another form. Write it as it is stored.',
    ],
  ])('quotes no cell of a table about members: %s', (message, bare) => {
    expect(stored('members', message)).toBe(bare);
    expect(stored('members', message)).not.toContain('4711');
  });

  it('is as it was found where a table is not about members, or it quotes nothing', () => {
    const quoting = `There is no plan P9. ${remedy}`;
    expect(stored('companies', quoting)).toBe(quoting);
    expect(stored('members', 'A value is required.')).toBe('A value is required.');
  });
});
