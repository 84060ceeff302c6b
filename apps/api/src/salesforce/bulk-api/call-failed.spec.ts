import { describe, expect, it } from 'vitest';
import { knownSentence } from './call-failed.js';

describe('what is kept of a sentence of Salesforce', () => {
  it('is one that quotes names of fields and objects only', () => {
    for (const sentence of [
      'InvalidBatch : Field name not found : Login__c',
      'InvalidBatch : Field name not found : Contact:Who.Superscope_Id__c',
      'InvalidJob : Unable to find object: SuperScore__c',
    ])
      expect(knownSentence(sentence)).toBe(sentence);
    expect(knownSentence('InvalidBatch : Field name not found : Login__c in row Abara, 15 Elm St')).toBe(
      'InvalidBatch : Field name not found : Login__c',
    );
  });

  it('is the code of any other, and nothing of one without a code', () => {
    expect(knownSentence('ClientInputError : Record starting with "Abara",M17 has too many columns')).toBe(
      'ClientInputError',
    );
    for (const sentence of [
      'Abara : is no last name',
      'McDonald : is no last name',
      'McDonald',
      'Value jo@example.com is too long',
      '',
    ])
      expect(knownSentence(sentence)).toBe('');
  });
});
