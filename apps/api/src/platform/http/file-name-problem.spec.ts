import { noTaxFileNumbers } from '@superscope/domain/tax-file-number';
import { describe, expect, it } from 'vitest';
import { fileNameProblem } from './file-name-problem.js';

describe('the name of an uploaded file', () => {
  it('holds no tax file number and no control character', () => {
    expect(fileNameProblem('Investment beliefs 2026.pdf')).toBeNull();
    expect(fileNameProblem('TFN 123456782.pdf')).toBe(noTaxFileNumbers);
    expect(fileNameProblem('a\u0007.pdf')).toBe('The name of the file has a control character. Rename the file.');
  });
});
