import type { RowsCovered } from '@superscope/domain/salesforce-batch/covered-rows';
import {
  erasedObjects,
  exportObjects,
  type ExportObject,
  type SalesforceBatchResult,
} from '@superscope/domain/salesforce-batch/salesforce-batch';
import type { CrmState } from './crm.js';
import { shipmentKey, type FileManifest, type Shipment } from './export-files.js';

// What the steps of a batch leave for later ones, as the events of its work hold it: digests, ids of jobs and counts.

export type Outcomes = Readonly<Record<string, string | null>>;

/** Everything that a batch may send, in the order in which it is sent. */
export const shipments: readonly Shipment[] = [
  ...exportObjects.map((object): Shipment => ({ object, operation: 'upsert' })),
  ...erasedObjects.map((object): Shipment => ({ object, operation: 'delete' })),
];

export const makeStep = (shipment: Shipment) => `make-${shipmentKey(shipment)}`;
export const sendStep = (shipment: Shipment) => `send-${shipmentKey(shipment)}`;
/** Parts and tries count from 1. */
export const jobStep = (shipment: Shipment, part: number, attempt: number) =>
  `job-${shipmentKey(shipment)}-${part}-${attempt}`;
export const resultStep = (shipment: Shipment, part: number) => `result-${shipmentKey(shipment)}-${part}`;
/** Of a job that Salesforce worked through, and some of whose rows met locks: the part's next job repeats these. */
export const lockedStep = (shipment: Shipment, part: number, attempt: number) =>
  `locked-${shipmentKey(shipment)}-${part}-${attempt}`;

/** Of a job that never got its rows. */
export const unsentStep = (shipment: Shipment, part: number, attempt: number) =>
  `unsent-${shipmentKey(shipment)}-${part}-${attempt}`;

/** How many jobs a part has had: the last one is the one that counts. */
export function jobsOf(done: Outcomes, shipment: Shipment, part: number): number {
  let jobs = 0;
  while (jobStep(shipment, part, jobs + 1) in done) jobs += 1;
  return jobs;
}

/** The jobs of a part whose rows that met locks were or are to be repeated, in their order. */
export const lockedJobsOf = (done: Outcomes, shipment: Shipment, part: number): number[] =>
  Array.from({ length: jobsOf(done, shipment, part) }, (_, at) => at + 1).filter(
    (attempt) => lockedStep(shipment, part, attempt) in done,
  );

/** The parts of all files of a batch, in the order in which they are sent. */
export const partsOf = (done: Outcomes) =>
  shipments.flatMap((shipment) =>
    manifestOf(done, shipment).parts.map((part, at) => ({ shipment, part, number: at + 1 })),
  );

/** A part's newest job, unless it never got its rows or its results are recorded: then no job of the part matters any more. */
export function openJobOf(done: Outcomes, shipment: Shipment, part: number): { jobId: string; attempt: number } | null {
  const attempt = jobsOf(done, shipment, part);
  const isOver =
    attempt === 0 ||
    resultStep(shipment, part) in done ||
    lockedStep(shipment, part, attempt) in done ||
    unsentStep(shipment, part, attempt) in done;
  return isOver ? null : { jobId: done[jobStep(shipment, part, attempt)]!, attempt };
}

/** The jobs of a batch that it does not ask Salesforce for any more. A worker that was lost may not have removed them. */
export const jobsOver = (done: Outcomes): string[] =>
  partsOf(done).flatMap(({ shipment, number }) => {
    const open = openJobOf(done, shipment, number);
    return Array.from(
      { length: jobsOf(done, shipment, number) },
      (_, at) => done[jobStep(shipment, number, at + 1)]!,
    ).filter((jobId) => jobId !== open?.jobId);
  });

/** How a job ended that Salesforce worked through. */
export interface JobResult {
  state: CrmState;
  /** Of the whole part, with what its earlier jobs did. */
  accepted: number;
  /** Refused or not processed. */
  failed: number;
  /** What Salesforce said of them does not add up, or could not be read; missing in what earlier releases recorded. */
  unknown?: number;
  /** Only of a job after which another one repeats rows: because the records of some came or went, not because of locks alone. */
  isOfOtherKind?: boolean;
}

/** The position, before the read models are waited for. */
export const positionStep = 'position';
export const reachStep = 'reach';
export const logStep = 'log';
export const coverStep = 'cover';

/** Up to which position a batch runs, and up to which its rows are complete, by object: null if nothing of it is. */
export interface BatchReach {
  position: string;
  through: Readonly<Partial<Record<ExportObject, string | null>>>;
}

/** Null before the read models have the position. */
export const reachOf = (done: Outcomes): BatchReach | null => {
  const reach = done[reachStep];
  return reach == null ? null : (JSON.parse(reach) as BatchReach);
};

/** What a batch covers of each object: up to which position, and whether of all days. Null before it is recorded, and of a retry. */
export const coveredOf = (done: Outcomes): RowsCovered['objects'] | null => {
  const covered = done[coverStep];
  return covered == null ? null : (JSON.parse(covered) as RowsCovered['objects']);
};

const empty: FileManifest = { rows: 0, parts: [] };

/** The files of a shipment; none before they are made. */
export const manifestOf = (done: Outcomes, shipment: Shipment): FileManifest => {
  const made = done[makeStep(shipment)];
  return made == null ? empty : (JSON.parse(made) as FileManifest);
};

export const jobResultOf = (done: Outcomes, shipment: Shipment, part: number): JobResult | null => {
  const result = done[resultStep(shipment, part)];
  return result == null ? null : (JSON.parse(result) as JobResult);
};

/** What is known of a part so far: its result, or that of its newest job some of whose rows are repeated. */
const knownOf = (done: Outcomes, shipment: Shipment, part: number): JobResult | null => {
  const result = jobResultOf(done, shipment, part);
  const repeated = lockedJobsOf(done, shipment, part).at(-1);
  if (result !== null || repeated === undefined) return result;
  return JSON.parse(done[lockedStep(shipment, part, repeated)]!) as JobResult;
};

/** Differences that were found before rows were sent, each time that others were. */
export const lookStep = (time: number) => `look-${time}`;

export function looksOf(done: Outcomes): number {
  let times = 0;
  while (lookStep(times + 1) in done) times += 1;
  return times;
}

/** The newest differences, in sentences. */
export function differencesOf(done: Outcomes): string[] {
  const newest = done[lookStep(looksOf(done))];
  return newest == null ? [] : (JSON.parse(newest) as string[]);
}

/** Rows of which nobody knows what became. */
export const unknownOf = (done: Outcomes): number =>
  partsOf(done).reduce((sum, { shipment, number }) => sum + (knownOf(done, shipment, number)?.unknown ?? 0), 0);

/** Rows in files, and what became of them so far; `imported` and `failed` are null if nothing was sent. */
export function countsOf(done: Outcomes): SalesforceBatchResult {
  const exported = shipments.reduce((sum, shipment) => sum + manifestOf(done, shipment).rows, 0);
  const results = partsOf(done).flatMap(({ shipment, number }) => knownOf(done, shipment, number) ?? []);
  const sumOf = (count: 'accepted' | 'failed') =>
    results.length === 0 ? null : results.reduce((sum, result) => sum + result[count], 0);
  return { exported, imported: sumOf('accepted'), failed: sumOf('failed') };
}

/** Names for people. */
export const objectNames: Record<ExportObject, string> = {
  plans: 'plans',
  companies: 'employers',
  campaigns: 'campaigns',
  contacts: 'contacts',
  campaignMembers: 'campaign members',
  activities: 'activities',
  scores: 'scores',
};

export const shipmentName = ({ object, operation }: Shipment): string =>
  operation === 'delete' ? `erased members’ ${objectNames[object]}` : objectNames[object];
