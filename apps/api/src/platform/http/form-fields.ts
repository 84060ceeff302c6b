import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { refuseUnfitText } from '../endpoint/unfit-text.js';
import { Refusal, unknownField } from './problem.filter.js';
import { noteSent } from './sent-parts.js';

/** The media types of a form. Only the first one carries files. */
export const formTypes = ['multipart/form-data', 'application/x-www-form-urlencoded'] as const;

/** What is done with a file of a form. It reads the file, or throws Refusal. */
type OnFile = (part: MultipartFile) => Promise<void>;

/**
 * The fields of a form by name, each once. An empty field is one that was not filled in. Throws Refusal 415 for a body that is no form, and
 * 400 for a file where none is taken.
 */
export async function formFieldsOf(
  request: FastifyRequest,
  onFile: OnFile | null = null,
): Promise<Record<string, string>> {
  const fields = request.isMultipart() ? await multipartFields(request, onFile) : urlencodedFields(request);
  refuseUnfitText(fields, []);
  noteSent(request, JSON.stringify(fields));
  return fields;
}

function urlencodedFields(request: FastifyRequest): Record<string, string> {
  const type = request.headers['content-type'] ?? '';
  if (!/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw new Refusal(415, { message: 'Send the fields as multipart/form-data.' });
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries((request.body ?? {}) as Record<string, unknown>)) {
    if (name in Object.prototype) throw new Refusal(400, { message: unknownField(name) });
    if (typeof value !== 'string') throw repeated(name);
    if (value !== '') fields[name] = value;
  }
  return fields;
}

async function multipartFields(request: FastifyRequest, onFile: OnFile | null): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  const named = new Set<string>();
  try {
    for await (const part of request.parts({ limits: { files: 1 } })) {
      if (part.type === 'file') {
        if (onFile === null) throw new Refusal(400, { message: 'This form takes no file.' });
        await onFile(part);
        continue;
      }
      const { fieldname, value } = part;
      if (named.has(fieldname)) throw repeated(fieldname);
      named.add(fieldname);
      const text = textOf(fieldname, value);
      if (text !== '') fields[fieldname] = text;
    }
  } catch (error) {
    if (error instanceof Refusal || error instanceof RuleViolation) throw error;
    // A body that is too large, of which the framework says so.
    if ((error as { statusCode?: unknown }).statusCode === 413) throw error;
    throw new Refusal(400, { message: 'The upload broke off, or is not multipart/form-data.' });
  }
  return fields;
}

/** A part that says that it is JSON was read as such. */
function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Refusal(400, { message: `Send the field ${JSON.stringify(name.slice(0, 100))} as text.` });
}

const repeated = (name: string) =>
  new Refusal(400, { message: `Send the field ${JSON.stringify(name.slice(0, 100))} once.` });
