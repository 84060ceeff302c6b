import type { core } from 'zod';
import { fieldInWords } from './field-words.js';

/** How many values of a choice a sentence lists. */
const mostChoices = 20;

/**
 * The sentence for an invalid field whose schema has none of its own: it names the field in words and says what to send. It never quotes
 * the value.
 */
export function fieldSentence(issue: core.$ZodRawIssue): string {
  const path = issue.path ?? [];
  const field = fieldInWords(path);
  switch (issue.code) {
    case 'invalid_type':
      return path.length === 0 ? bodySentence(issue.input, issue.expected) : typeSentence(field, issue);
    case 'too_big':
      return limitSentence(field, issue.origin, Number(issue.maximum), 'at most');
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? `${field} is required.`
        : limitSentence(field, issue.origin, Number(issue.minimum), 'at least');
    case 'invalid_value':
      return choiceSentence(field, issue.values);
    case 'invalid_format':
      return formatSentence(field, issue.format);
    case 'invalid_union':
      return `${field} has none of the forms that it can have. The description of the api at /api/docs lists them.`;
    case 'not_multiple_of':
      return `${field} is a multiple of ${String(issue.divisor)}.`;
    case 'unrecognized_keys':
      return `${field} has a field that does not exist. Leave it out.`;
    default:
      return `${field} is not valid. The description of the api at /api/docs says what it can be.`;
  }
}

function bodySentence(input: unknown, expected: string): string {
  if (input === undefined || input === null) return 'This request takes a body in JSON. Send one.';
  return `The body of this request is ${kinds[expected] ?? 'of another kind'}. Send it as JSON.`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
  null: 'null',
  undefined: 'left out',
};

function typeSentence(field: string, { input, expected }: core.$ZodRawIssue<core.$ZodIssueInvalidType>): string {
  const kind = kinds[expected] ?? 'of another kind';
  if (input === undefined || input === null) return `${field} is required, as ${kind}.`;
  return `${field} is ${kind}.`;
}

function limitSentence(field: string, origin: string, limit: number, bound: 'at most' | 'at least'): string {
  const number = limit.toLocaleString('en-AU', { maximumFractionDigits: 20 });
  if (origin === 'string') return `${field} has ${bound} ${number} ${limit === 1 ? 'character' : 'characters'}.`;
  if (origin === 'array' || origin === 'set')
    return `${field} has ${bound} ${number} ${limit === 1 ? 'entry' : 'entries'}.`;
  return `${field} is ${bound} ${number}.`;
}

function choiceSentence(field: string, values: readonly unknown[]): string {
  const listed = values.slice(0, mostChoices).map(String);
  const more = values.length > listed.length ? ', …' : '';
  return values.length === 1 ? `${field} is ${listed[0]!}.` : `${field} is one of: ${listed.join(', ')}${more}.`;
}

function formatSentence(field: string, format: string): string {
  switch (format) {
    case 'email':
      return `${field} is an e-mail address, like jo@mills.example.`;
    case 'datetime':
      return `${field} is a date and time with a zone, like 2026-06-30T14:05:00Z.`;
    case 'guid':
    case 'uuid':
      return `${field} is an id, like 0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11.`;
    case 'url':
      return `${field} is an address, like https://mills.example.`;
    default:
      return `${field} is written in another form. The description of the api at /api/docs has its pattern.`;
  }
}
