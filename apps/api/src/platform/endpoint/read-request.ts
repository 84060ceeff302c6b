import { cleanText } from '@superscope/domain/text/clean-text';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../access/caller.js';
import { Refusal, unknownField } from '../http/problem.filter.js';
import { Media } from './answers.js';
import type { RequestOf, EndpointDeclaration } from './endpoint.js';
import { fieldSentence } from './field-sentences.js';
import { refuseUnfitText } from './unfit-text.js';

/**
 * Validates a request against its endpoint's schemas, once. An unknown parameter or field is refused by name, because a misspelt one must
 * not widen an answer. So is a repeated parameter, unless it is declared as repeated. No text may have control characters or a tax file
 * number, whatever its schema. Parameters are cleaned of what cannot be seen, unless they are declared as verbatim. An empty one is none,
 * as forms of browsers send it, if it may be left out. Throws Refusal 400 or 415, or ZodError.
 */
export function readRequest<D extends EndpointDeclaration>(declaration: D, request: FastifyRequest): RequestOf<D> {
  const query = (request.query ?? {}) as Record<string, unknown>;
  for (const name in query) {
    if (!declaration.queryNames.has(name)) throw new Refusal(400, { message: unknownField(name) });
    if (Array.isArray(query[name]) && !declaration.repeated?.includes(name))
      throw new Refusal(400, { message: `'${name.slice(0, 100)}' may be given only once.` });
  }
  const { readBody } = declaration;
  if (!(readBody instanceof Media) && isMultipart(request))
    throw new Refusal(415, { message: 'This request takes no files and no forms.' });
  for (const part of [request.params, query, readBody instanceof Media ? undefined : request.body])
    refuseUnfitText(part, declaration.severalLines);
  return {
    params:
      declaration.params === undefined
        ? {}
        : declaration.readParams.parse(cleaned(request.params as object), sentences),
    // All names are known at this point, so an endpoint without parameters has nothing left to parse.
    query:
      declaration.queryNames.size === 0
        ? {}
        : declaration.readQuery.parse(
            given(cleaned(query, declaration.verbatim), declaration.optionalQuery),
            sentences,
          ),
    body: readBody instanceof Media ? undefined : readBody.parse(request.body, sentences),
    request,
    get caller() {
      return callerOf(request);
    },
  } as RequestOf<D>;
}

const cleanValue = (value: unknown): unknown =>
  typeof value === 'string' ? cleanText(value) : Array.isArray(value) ? value.map(cleanValue) : value;

const cleaned = (values: object, verbatim: readonly string[] = []): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, verbatim.includes(name) ? value : cleanValue(value)]),
  );

/** Without parameters that are empty and need not be there. */
const given = (query: object, optional: ReadonlySet<string>): object =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]: [string, unknown]) => {
      const kept = Array.isArray(value) ? value.filter((each) => each !== '') : value;
      const isEmpty = kept === '' || (Array.isArray(kept) && kept.length === 0);
      return isEmpty && optional.has(name) ? [] : [[name, isEmpty ? value : kept]];
    }),
  );

/** For fields whose schemas have no sentence of their own. */
const sentences = { error: fieldSentence };

const isMultipart = ({ headers, method }: FastifyRequest): boolean =>
  /^\s*multipart\//i.test(headers['content-type'] ?? '') && method !== 'GET' && method !== 'HEAD';
