import { Context } from 'mingo';
import { Aggregator } from 'mingo/aggregator';
import { Lazy, type Iterator as Lazily } from 'mingo/lazy';
import * as accumulator from 'mingo/operators/accumulator';
import * as expression from 'mingo/operators/expression';
import * as pipeline from 'mingo/operators/pipeline';
import * as projection from 'mingo/operators/projection';
import * as query from 'mingo/operators/query';
import * as window from 'mingo/operators/window';
import { MongoError } from '../mongo-error.js';
import type { CollectionView } from '../storage/view.js';
import type { Document } from './bson-codec.js';
import { MINGO_OPTIONS, refuseOperators } from './filter.js';
import { count, find, parseSort } from './find.js';
import { EMPTY_ARRAY, valuesAt } from './values-at.js';

/** Reads another collection of the same database, for $lookup, $graphLookup and $unionWith. */
export type Collections = (name: string) => CollectionView | undefined;

const STAGES = new Set(
  (
    '$match $project $set $addFields $unset $sort $skip $limit $count $group $bucket $bucketAuto $facet $lookup $graphLookup $unionWith ' +
    '$unwind $replaceRoot $replaceWith $sortByCount $sample $setWindowFields $redact'
  ).split(' '),
);

/** Stages over documents in memory, without other collections. */
export const runPipeline = (documents: Document[], stages: Document[]): Document[] => [
  ...results(documents, stages, () => undefined),
];

/** Results as they are asked for. The filter, sort and limits at the head of the pipeline go to the collection's indexes. */
export function* aggregate(
  view: CollectionView | undefined,
  stages: Document[],
  collections: Collections,
): Generator<Document> {
  checkStages(stages);
  const head = headOf(stages);
  const counted = view && countOnly(head, stages);
  if (counted) {
    const n = count(view, head.filter);
    if (n > 0) yield counted(n);
    return;
  }
  const source = view ? documentsOf(view, head) : [];
  yield* results(source, stages.slice(head.length), collections);
}

function* documentsOf(view: CollectionView, head: Head): Generator<Document> {
  const { filter, skip, limit } = head;
  for (const stored of find(view, { filter, sort: parseSort(head.sort), skip, limit })) yield stored.document;
}

function* results(source: Iterable<Document>, stages: Document[], collections: Collections): Generator<Document> {
  const all = (name: string) => {
    const view = collections(name);
    return view ? [...find(view, { filter: {} })].map((stored) => stored.document) : [];
  };
  const lookup = (input: Lazily, spec: Document, options: never) =>
    isSimpleLookup(spec) ? lookUp(input, spec, collections) : pipeline.$lookup(input, spec as never, options);
  const context = Context.init({
    accumulator,
    expression,
    pipeline: { ...pipeline, $lookup: lookup },
    projection,
    query,
    window,
  } as never);
  const stream = new Aggregator(stages, { ...MINGO_OPTIONS, context, collectionResolver: all }).stream(Lazy(source));
  for (let next = stream.next(); !next.done; next = stream.next()) yield next.value as Document;
}

const isSimpleLookup = (spec: Document) =>
  typeof spec['localField'] === 'string' && !spec['pipeline'] && !spec['let'] && typeof spec['from'] === 'string';

/** The join on one field through the other collection's indexes, where mingo would read all of it. */
function lookUp(input: Lazily, spec: Document, collections: Collections): Lazily {
  const other = collections(spec['from'] as string);
  return input.map((document: Document) => {
    const { values } = valuesAt(document, spec['localField'] as string);
    const wanted = values.map((value) => (value === undefined || value === EMPTY_ARRAY ? null : value));
    const filter = { [spec['foreignField'] as string]: wanted.length === 1 ? wanted[0] : { $in: wanted } };
    const joined = other ? [...find(other, { filter })].map((stored) => stored.document) : [];
    return { ...document, [spec['as'] as string]: joined };
  });
}

type Head = { length: number; filter: Document; sort?: Document; skip: number; limit: number };

/** The leading $match stages, then at most one each of $sort, $skip and $limit. */
function headOf(stages: Document[]): Head {
  const head: Head = { length: 0, filter: {}, skip: 0, limit: 0 };
  const filters: Document[] = [];
  let next = stages[0];
  const take = () => {
    head.length += 1;
    next = stages[head.length];
  };
  for (; next?.['$match']; take()) filters.push(next['$match'] as Document);
  if (filters.length) head.filter = filters.length === 1 ? filters[0]! : { $and: filters };
  if (next?.['$sort']) {
    head.sort = next['$sort'] as Document;
    take();
  }
  if (next?.['$skip'] !== undefined) {
    head.skip = Number(next['$skip']);
    take();
  }
  if (Number(next?.['$limit']) > 0) {
    head.limit = Number(next!['$limit']);
    take();
  }
  return head;
}

/** Recognises countDocuments: one group of everything in which each document adds 1. */
function countOnly(head: Head, stages: Document[]): ((n: number) => Document) | undefined {
  const [group, ...more] = stages.slice(head.length);
  if (more.length || head.skip || head.limit || head.sort) return undefined;
  if (typeof group?.['$count'] === 'string') {
    const name = group['$count'];
    return (n) => ({ [name]: n });
  }
  const { _id: id, ...sums } = (group?.['$group'] ?? {}) as Document;
  const entries = Object.entries(sums);
  const constant = id === null || typeof id === 'number';
  if (!constant || entries.length !== 1) return undefined;
  const [name, sum] = entries[0]!;
  return (sum as Document)?.['$sum'] === 1 ? (n) => ({ _id: id, [name]: n }) : undefined;
}

function checkStages(stages: Document[]): void {
  for (const stage of stages) {
    const [name, ...more] = Object.keys(stage);
    if (!name || more.length)
      throw new MongoError(40324, 'A pipeline stage specification object must contain exactly one field.');
    if (!STAGES.has(name))
      throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}' (or left out of the embedded server)`);
    const spec = stage[name] as Document;
    if (name === '$facet') for (const branch of Object.values(spec)) checkStages(branch as Document[]);
    if (Array.isArray(spec?.['pipeline'])) checkStages(spec['pipeline'] as Document[]);
    if (name === '$lookup' && typeof spec['from'] !== 'string') throw new MongoError(9, '$lookup needs from');
  }
  refuseOperators(stages);
}
