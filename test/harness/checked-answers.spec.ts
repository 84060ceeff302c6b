import { Media, nothing } from '@superscope/api/platform/endpoint/answers';
import { endpoint } from '@superscope/api/platform/endpoint/endpoint';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wrongIn } from './checked-answers.js';

const json = 'application/json; charset=utf-8';
const plan = endpoint('GET /plan', {
  summary: 'A plan',
  right: 'portal.read',
  answers: { 200: z.object({ name: z.string() }), 204: nothing, 206: new Media('text/csv') },
});

describe('an answer', () => {
  it.each([
    [200, json, '{"name":"Acme"}'],
    [204, '', undefined],
    [206, 'text/csv', 'a,b'],
    [400, json, '{"message":"This is not an id."}'],
    [401, json, '{"message":"Please sign in."}'],
  ])('as declared passes: %i', (status, type, payload) => {
    expect(wrongIn(plan, status, type, payload)).toBeNull();
  });

  it.each([
    ['of another shape', 200, json, '{"name":1}', 'which is not its schema'],
    ['with an undeclared field', 200, json, '{"name":"Acme","secret":"x"}', 'with fields'],
    ['that is not JSON', 200, 'text/html', '<p>', 'as text/html instead of JSON'],
    ['of another medium', 206, json, '{}', 'instead of text/csv'],
    ['with an undeclared body', 204, json, '{}', 'with a body'],
    ['of an undeclared status', 404, json, '{"message":"No."}', 'which it does not declare'],
    ['of a problem of another shape', 400, json, '{"error":"No."}', 'which is not its schema'],
  ])('%s is wrong', (_, status, type, payload, wrong) => {
    expect(wrongIn(plan, status, type, payload)).toContain(wrong);
  });
});
