import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldSentence } from './field-sentences.js';

const sentences = (schema: z.ZodType, value: unknown): string[] => {
  const { error } = schema.safeParse(value, { error: fieldSentence });
  return (error?.issues ?? []).map(({ message }) => message);
};
const ofField = (schema: z.ZodType, value: unknown) =>
  sentences(z.object({ effectiveDate: schema }), { effectiveDate: value });

describe('an invalid field', () => {
  it.each([
    [z.string(), undefined, 'Effective date is required, as text.'],
    [z.string(), 5, 'Effective date is text.'],
    [z.number(), '5', 'Effective date is a number.'],
    [z.coerce.number(), 'five', 'Effective date is a number.'],
    [z.number().int(), 1.5, 'Effective date is a whole number.'],
    [z.boolean(), 'yes', 'Effective date is true or false.'],
    [z.array(z.string()), 'a', 'Effective date is a list.'],
    [z.strictObject({}), 'a', 'Effective date is an object with fields.'],
    [z.string().min(1), '', 'Effective date is required.'],
    [z.string().min(3), 'ab', 'Effective date has at least 3 characters.'],
    [z.string().max(1000), 'x'.repeat(1001), 'Effective date has at most 1,000 characters.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Effective date has at most 1 entry.'],
    [z.number().max(100), 101, 'Effective date is at most 100.'],
    [z.number().min(1), 0, 'Effective date is at least 1.'],
    [z.enum(['above', 'below']), 'beside', 'Effective date is one of: above, below.'],
    [z.literal('pdf'), 'png', 'Effective date is pdf.'],
    [z.email(), 'jo', 'Effective date is an e-mail address, like jo@mills.example.'],
    [z.iso.datetime(), 'today', 'Effective date is a date and time with a zone, like 2026-06-30T14:05:00Z.'],
    [z.string().regex(/^a$/), 'b', /^Effective date is written in another form\./],
    [z.union([z.number(), z.boolean()]), 'b', /^Effective date has none of the forms/],
    [z.number().multipleOf(5), 4, 'Effective date is a multiple of 5.'],
    [z.string().refine(() => false), 'b', /^Effective date is not valid\./],
    [z.string('A day is required.'), 5, 'A day is required.'],
  ])('is named in words, with what to send: %#', (schema, value, sentence) =>
    expect(ofField(schema, value)).toEqual([typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)]),
  );

  it('of a list is counted from 1', () => {
    expect(sentences(z.object({ measures: z.array(z.string()) }), { measures: ['a', 2] })).toEqual([
      'Entry 2 of measures is text.',
    ]);
    expect(sentences(z.array(z.string()), [1])).toEqual(['Entry 1 is text.']);
  });

  it('is the body itself, if that is of another kind', () => {
    expect(sentences(z.strictObject({ on: z.string() }), undefined)).toEqual([
      'This request takes a body in JSON. Send one.',
    ]);
    expect(sentences(z.strictObject({ on: z.string() }), 'text')).toEqual([
      'The body of this request is an object with fields. Send it as JSON.',
    ]);
  });

  it('is never quoted', () => {
    for (const schema of [z.number(), z.email(), z.enum(['a']), z.string().max(3), z.array(z.string())])
      expect(ofField(schema, 'Kowalczyk').join()).not.toContain('Kowalczyk');
  });
});
