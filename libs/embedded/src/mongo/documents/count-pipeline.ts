import { MongoError } from '../mongo-error.js';
import type { Document } from './bson-codec.js';

/** A `countDocuments` request: how many documents match a filter, after `skip` of them and at most `limit`. */
export interface CountRequest {
  filter: Document;
  skip: number;
  limit: number;
  /** Makes the one document of the result. */
  result: (n: number) => Document;
}

/** Parses the pipeline that the driver sends for `countDocuments`. Throws for any other pipeline, because the product sends no other. */
export function countRequest(stages: readonly Document[]): CountRequest {
  const rest = [...stages];
  const take = (name: string): unknown => (rest[0] && name in rest[0] ? rest.shift()![name] : undefined);
  const filter = (take('$match') ?? {}) as Document;
  const skip = Number(take('$skip') ?? 0);
  const limit = Number(take('$limit') ?? 0);
  const group = take('$group') as Document | undefined;
  const { _id: id, ...sums } = group ?? {};
  const [[name, sum] = [], ...others] = Object.entries(sums);
  const countsAll = name !== undefined && others.length === 0 && (sum as Document)?.['$sum'] === 1;
  if (rest.length > 0 || !countsAll || !(id === null || typeof id === 'number'))
    throw new MongoError(40324, 'The embedded server only aggregates pipelines of countDocuments.');
  return { filter, skip, limit, result: (n) => ({ _id: id as null, [name]: n }) };
}
