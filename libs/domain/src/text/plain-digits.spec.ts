import { describe, expect, it } from 'vitest';
import { plainDigits } from './plain-digits.js';

describe('the digits of other scripts', () => {
  it.each(['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९', '０１２３４５６７８９', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗', '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿'])(
    '%s are 0 to 9',
    (digits) => expect(plainDigits(digits)).toBe('0123456789'),
  );

  it('leave the rest of a text as it is', () => expect(plainDigits('No. 12, ½ of A٧')).toBe('No. 12, ½ of A7'));
});
