import { Injectable } from '@nestjs/common';
import type { ReconciliationDifference } from '@superscope/contracts/salesforce-reconciliation';
import type { ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';
import type { ReconciledGroup } from '@superscope/domain/salesforce-reconciliation/salesforce-reconciliation';
import { Refusal } from '../platform/http/problem.filter.js';
import { MadeFiles } from '../work/made-files.js';
import { exportFiles } from './export-files.js';

/** In one kept file, so that neither side is needed whole in memory. */
const perPiece = 10_000;

/** A record of one side only, by ids alone: nothing in it is a person's. */
export type KeptDifference = MissingRow | ExtraRecord;

export interface MissingRow {
  side: 'missing';
  object: ExportObject;
  providerId: string | null;
  key: string;
  memberId: string | null;
}

export interface ExtraRecord {
  side: 'extra';
  object: ExportObject;
  providerId: string | null;
  /** Null if it is no id of the portal's form, because somebody may have written anything there. */
  key: string | null;
  crmId: string;
  why: NonNullable<ReconciliationDifference['why']>;
  /** The next export deletes it. */
  isToDelete: boolean;
}

/** What the comparison of one object of Salesforce left. */
export interface ObjectReconciled {
  groups: readonly ReconciledGroup[];
  /** Digests of the kept files with what differs. */
  pieces: readonly string[];
}

const gone = new Refusal(410, { message: 'The ids of this comparison are no longer kept. Please compare again.' });

/** Salesforce's objects, in the order in which exports send them. */
export const crmObjects = [...new Set(Object.values(exportFiles).map(({ crmObject }) => crmObject))];

export const compareStep = (crmObject: string) => `compare-${crmObject}`;

/** What the steps of a comparison left, by Salesforce's objects. */
export const objectsReconciled = (done: Readonly<Record<string, string | null>>): ObjectReconciled[] =>
  crmObjects.flatMap((crmObject) => {
    const outcome = done[compareStep(crmObject)];
    return outcome == null ? [] : [JSON.parse(outcome) as ObjectReconciled];
  });

/** What differed, kept for 30 days. */
@Injectable()
export class KeptDifferences {
  constructor(private readonly files: MadeFiles) {}

  /** Keeps what differs, some at a time, and returns the digests of the files. */
  async keep(differences: AsyncIterable<KeptDifference>): Promise<string[]> {
    const pieces: string[] = [];
    let lines: string[] = [];
    const endPiece = async () => {
      if (lines.length > 0) pieces.push(await this.files.keep(Buffer.from(lines.join('\n'))));
      lines = [];
    };
    for await (const difference of differences) {
      lines.push(JSON.stringify(difference));
      if (lines.length >= perPiece) await endPiece();
    }
    await endPiece();
    return pieces;
  }

  /** Whether all of them are still kept. */
  async areKept(objects: readonly ObjectReconciled[]): Promise<boolean> {
    const digests = new Set(objects.flatMap(({ pieces }) => pieces));
    return (await this.files.of([...digests])).size === digests.size;
  }

  /** What differed, by object. Throws Refusal 410 once it is not kept. */
  async *of(objects: readonly ObjectReconciled[]): AsyncGenerator<KeptDifference[]> {
    for (const sha256 of objects.flatMap(({ pieces }) => pieces)) {
      const kept = await this.files.read(sha256);
      if (kept === null) throw gone;
      yield kept
        .toString()
        .split('\n')
        .map((line) => JSON.parse(line) as KeptDifference);
    }
  }
}
