/** A JSON Schema as the api describes itself. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** The api's description of itself, from GET /api/docs. */
export interface ApiDescription {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** An endpoint with the schema of its JSON body, if it takes one, and the names of its query parameters. */
export interface DescribedEndpoint {
  method: string;
  path: string;
  body: Schema | null;
  query: readonly string[];
}

export const endpointsOf = ({ paths }: ApiDescription): DescribedEndpoint[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      body: requestBody?.content['application/json']?.schema ?? null,
      query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    })),
  );

/** A body whose fields, at every depth, all have one value. */
export function filledWith(value: unknown, schema: Schema, { components }: ApiDescription, depth = 0): unknown {
  const whole = schema.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1)!]!;
  const fill = (inner: Schema) => filledWith(value, inner, { paths: {}, components }, depth + 1);
  if (depth > 6) return value;
  const choice = whole.anyOf ?? whole.oneOf ?? whole.allOf;
  // Among alternatives the one with the most fields reaches furthest.
  if (choice !== undefined) return fill(choice.find((each) => each.properties ?? each.$ref) ?? choice[0]!);
  if (whole.properties !== undefined)
    return Object.fromEntries(Object.entries(whole.properties).map(([name, inner]) => [name, fill(inner)]));
  return whole.items === undefined ? value : [fill(whole.items)];
}
