import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { rights } from '../access/policy.js';
import { Media, nothing, type Answer } from './answers.js';
import { descriptionOf } from './described.js';
import type { EndpointDeclaration } from './endpoint.js';
import { possibleAnswers, schemaOf, writes } from './possible-answers.js';

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 description of endpoints: every parameter, body, answer and error with its shape, from the schemas that validate them.
 */
export function openApi(endpoints: readonly EndpointDeclaration[]): Json & { openapi: string } {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const declaration of endpoints) {
    const path = declaration.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[declaration.method.toLowerCase()] = operation(declaration, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Superscope', version: '0.1.0' },
    paths,
    components: {
      schemas,
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: 'superscope' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function operation(declaration: EndpointDeclaration, schemas: Json): Json {
  const { summary, path, right, method, readParams, readQuery, body } = declaration;
  const [, area] = /^\/(?:api\/|cubejs-api\/v1)?([\w-]*)/.exec(path) ?? [];
  const parameters = [
    ...parametersIn('path', readParams, schemas),
    ...parametersIn('query', readQuery, schemas),
    ...(writes(declaration, method) ? [requestedBy] : []),
    ...(writes(declaration, method) && right !== 'public' ? [idempotencyKey] : []),
  ];
  return {
    summary,
    ...(right !== 'public' && { description: `For ${rights[right].join(', ')}.` }),
    tags: [area || 'query service'],
    security: right === 'public' ? [] : [{ cookie: [] }, { bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: requestBody(body, schemas) }),
    responses: Object.fromEntries(
      [...possibleAnswers(declaration)].map(([status, answer]) => [status, response(status, answer, schemas)]),
    ),
  };
}

const requestedBy = {
  name: 'X-Requested-By',
  in: 'header',
  required: true,
  schema: { const: 'superscope' },
};
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
};

function parametersIn(place: 'path' | 'query', shape: z.ZodObject, schemas: Json): Json[] {
  const { properties = {}, required = [] } = jsonSchema(shape, 'input', schemas) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

const requestBody = (body: z.ZodType | Media, schemas: Json): Json =>
  body instanceof Media
    ? { required: true, content: Object.fromEntries(body.types.map((type) => [type, { schema: formSchema(type) }])) }
    : {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': { schema: jsonSchema(body, 'input', schemas) } },
      };

/** Only multipart carries files. */
const formSchema = (type: string): Json =>
  type === 'application/x-www-form-urlencoded'
    ? { type: 'object', additionalProperties: { type: 'string' } }
    : { type: 'object', properties: { file: binary } };

const binary = { type: 'string', contentMediaType: 'application/octet-stream' };

function response(status: number, answer: Answer, schemas: Json): Json {
  const description = STATUS_CODES[status] ?? String(status);
  if (answer === nothing) return { description };
  if (answer instanceof Media)
    return { description, content: Object.fromEntries(answer.types.map((type) => [type, {}])) };
  const schema = jsonSchema(schemaOf(answer)!, 'output', schemas);
  return { description, content: { 'application/json': { schema } } };
}

/** The JSON Schema of a zod schema. A schema with an id is stored once in `schemas`, and referred to. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const id = z.globalRegistry.get(schema)?.id;
  if (id !== undefined && id in schemas) return { $ref: `#/components/schemas/${id}` };
  const {
    $schema: _,
    $defs = {},
    ...made
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: written }) => {
      const shape = descriptionOf(zodSchema);
      if (shape !== undefined) Object.assign(written, jsonSchema(shape, io, schemas));
    },
  }) as Json;
  for (const [name, each] of Object.entries($defs as Json)) schemas[name] = referring(each);
  if (id === undefined) return referring(made) as Json;
  schemas[id] = referring(made);
  return { $ref: `#/components/schemas/${id}` };
}

/** The same schema with its references pointing to OpenAPI's named schemas. */
const referring = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as unknown;
