import { Injectable } from '@nestjs/common';
import type { AsOfDocument, AsOfPhase, ProofPhase } from '@superscope/contracts/as-of-views';
import type { RebuildDocument, RebuildPhase } from '@superscope/contracts/rebuild-progress';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { importsView } from '@superscope/contracts/read-models/imports';
import type { WorkItem } from '@superscope/contracts/work';
import { workTitle } from '@superscope/contracts/work-names';
import { oneCentralImporter } from '@superscope/domain/csv-import/import-starters';
import { may } from '../platform/access/policy.js';
import { inScope, type Principal } from '../platform/access/principal.js';
import { Ops, Views } from '../platform/engines.module.js';
import { pdfChecksOf } from '../platform/pdf/pdf-check-document.js';
import { asOfViewsOf } from '../platform/read-set/read-sets.js';
import { SettledFailures, type Settled, type Successor } from './settled-failures.js';
import { importSuccessorFilter } from './successors.js';
import { WorkItems } from './work-items.js';

type ImportDocument = DocumentOf<typeof importsView>;
type Looped = Pick<WorkItem, 'workId' | 'kind' | 'about' | 'askedBy' | 'isOwn' | 'state' | 'reason'> & {
  requestedAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  /** What is being done now, and how much of it is done. */
  doing: string;
  progress: WorkItem['progress'];
  /** Finds work that did later what this was to do; null if there can be none. */
  successor?: () => Promise<Successor | null>;
};

/** How many of each are listed. */
const most = 50;

const viewPhases: Record<AsOfPhase, string> = {
  reading: 'Reading the streams',
  copying: 'Copying facts',
  deriving: 'Deriving figures',
  summing: 'Computing digests',
};
const proofPhases: Record<ProofPhase, string> = {
  replaying: 'Replaying events',
  deriving: 'Deriving figures',
  summing: 'Computing digests',
  comparing: 'Comparing row by row',
};
const rebuildPhases: Record<RebuildPhase, string> = {
  replaying: 'Replaying events',
  deriving: 'Deriving figures',
  waiting: 'Waiting for newer events',
  comparing: 'Comparing with what is live',
  switching: 'Switching over',
};

/**
 * Work that keeps a loop of its own: imports, plans as they stood, proofs, the newest rebuild and the newest check of stored PDFs. Each is stopped and asked for again on
 * its own page.
 */
@Injectable()
export class LoopedWork {
  constructor(
    private readonly views: Views,
    private readonly ops: Ops,
    private readonly items: WorkItems,
    private readonly settled: SettledFailures,
  ) {}

  /** What has not ended, or ended after a moment. */
  async since(moment: Date, caller: Principal): Promise<WorkItem[]> {
    const found = await Promise.all([
      this.imports(moment, caller),
      this.pastViews(moment, caller),
      this.rebuild(moment),
      this.pdfCheck(moment),
    ]);
    const all = found.flat();
    const settled = await this.settled.of(
      all.flatMap(({ state, workId, endedAt, successor = async () => null }) =>
        state === 'failed' && endedAt !== null ? [{ workId, failedAt: endedAt, successor }] : [],
      ),
    );
    const items = all.map((each) => itemOf(each, settled.get(each.workId) ?? null, caller));
    if (may(caller.role, 'import-export.read')) return items;
    return items.map((item) => ({ ...item, progress: inPercent(item.progress) }));
  }

  private async imports(moment: Date, { userId, role }: Principal): Promise<Looped[]> {
    const found = await this.views
      .of(importsView)
      .find({ $or: [{ state: 'running' }, { endedAt: { $gte: moment } }] })
      .sort({ acceptedAt: -1 })
      .limit(most)
      .toArray();
    const known = found.filter(({ acceptedAt }) => acceptedAt !== undefined);
    const names = await this.items.askedBy(known.map(({ startedBy }) => startedBy));
    return known.map((each): Looped => {
      const { _id, fileName, startedBy, state, message, acceptedAt, endedAt, done, rows } = each;
      return {
        workId: _id,
        kind: 'fileImport',
        about: may(role, 'import-export.read') ? fileName : null,
        askedBy:
          startedBy === oneCentralImporter.userId ? oneCentralImporter.name : (names.get(startedBy) ?? startedBy),
        isOwn: startedBy === userId,
        state: state === 'completed' ? 'done' : state,
        reason: message,
        requestedAt: acceptedAt,
        startedAt: acceptedAt,
        endedAt: endedAt ?? null,
        doing: 'Writing rows',
        progress: { done, total: rows, unit: 'rows' },
        successor: () => this.importedLater(each),
      };
    });
  }

  private async importedLater(failed: ImportDocument): Promise<Successor | null> {
    const later = await this.views.of(importsView).findOne(importSuccessorFilter(failed), { sort: { acceptedAt: 1 } });
    if (later === null) return null;
    const { acceptedAt, endedAt = acceptedAt } = later;
    return { name: workTitle({ kind: 'fileImport', about: null, requestedAt: acceptedAt.toISOString() }), at: endedAt };
  }

  private async pastViews(moment: Date, caller: Principal): Promise<Looped[]> {
    const found = await asOfViewsOf(this.ops)
      .find({
        $or: [
          { state: { $in: ['waiting', 'running'] } },
          { endedAt: { $gte: moment } },
          { 'proof.state': { $in: ['waiting', 'running'] } },
          { 'proof.endedAt': { $gte: moment } },
        ],
      })
      .sort({ requestedAt: -1 })
      .limit(most)
      .toArray();
    const [plans, names] = await Promise.all([
      this.items.namesOf(found.flatMap(({ planId }) => (inScope(caller.scope, planId) ? [planId] : []))),
      this.items.askedBy(found.flatMap(({ askedBy, proof }) => [...askedBy, ...(proof?.askedBy ?? [])])),
    ]);
    const asked = (by: readonly string[]) => ({
      askedBy: names.get(by[0] ?? '') ?? 'Nobody any more',
      isOwn: by.includes(caller.userId),
    });
    const isListed = ({ endedAt }: { endedAt: Date | null }) => endedAt === null || endedAt >= moment;
    return found.flatMap((view): Looped[] => {
      const about = plans.get(view.planId) ?? null;
      const listed: Looped[] = isListed(view)
        ? [{ ...lifeOf(view), ...asked(view.askedBy), workId: view._id, kind: 'pastView', about }]
        : [];
      const { proof } = view;
      if (proof !== null && isListed(proof))
        listed.push({ ...lifeOf(proof), ...asked(proof.askedBy), workId: `${view._id}-proof`, kind: 'proof', about });
      return listed;
    });
  }

  private async rebuild(moment: Date): Promise<Looped[]> {
    const newest = await this.ops.db.collection<RebuildDocument>('rebuilds').findOne({ _id: 'newest' });
    if (newest === null || (newest.state !== 'running' && newest.at < moment)) return [];
    const { state, phase, done, total, startedAt, at, differences } = newest;
    return [
      {
        workId: 'rebuild',
        kind: 'rebuild',
        about: null,
        askedBy: 'Operations',
        isOwn: false,
        state: state === 'running' ? 'running' : state === 'switched' ? 'done' : 'failed',
        reason: state === 'differs' ? `${differences} read models differ, so nothing was switched.` : null,
        requestedAt: startedAt,
        startedAt,
        endedAt: state === 'running' ? null : at,
        doing: rebuildPhases[phase],
        progress: total > 0 ? { done, total, unit: '' } : null,
      },
    ];
  }

  private async pdfCheck(moment: Date): Promise<Looped[]> {
    const newest = await pdfChecksOf(this.ops).findOne({ _id: 'newest' });
    if (newest === null || (newest.endedAt !== null && newest.endedAt < moment)) return [];
    const { startedAt, endedAt, done, total } = newest;
    return [
      {
        workId: 'pdf-check',
        kind: 'pdfCheck',
        about: null,
        askedBy: 'The portal',
        isOwn: false,
        state: endedAt === null ? 'running' : 'done',
        reason: null,
        requestedAt: startedAt,
        startedAt,
        endedAt,
        doing: 'Rewriting PDFs',
        progress: { done, total, unit: 'PDFs' },
      },
    ];
  }
}

type PastView = Pick<AsOfDocument, 'phase' | 'done' | 'total' | 'problem' | 'requestedAt' | 'startedAt' | 'endedAt'> & {
  state: AsOfDocument['state'];
};
type PastProof = NonNullable<AsOfDocument['proof']>;

const states = {
  waiting: 'waiting',
  running: 'running',
  ready: 'done',
  equal: 'done',
  differs: 'done',
  failed: 'failed',
  cancelled: 'stopped',
} as const;

const lifeOf = ({ state, phase, done, total, problem, requestedAt, startedAt, endedAt }: PastView | PastProof) => ({
  state: states[state],
  reason: problem,
  requestedAt,
  startedAt,
  endedAt,
  doing:
    phase === null
      ? 'Beginning'
      : phase in viewPhases
        ? viewPhases[phase as AsOfPhase]
        : proofPhases[phase as ProofPhase],
  progress: total > 0 ? { done, total, unit: '' } : null,
});

/** How far it is, without counts of rows, which tell how many members a plan has. */
const inPercent = (progress: WorkItem['progress']): WorkItem['progress'] =>
  progress === null || progress.total === 0
    ? null
    : { done: Math.floor((100 * progress.done) / progress.total), total: 100, unit: '%' };

const itemOf = (
  { doing, requestedAt, startedAt, endedAt, state, successor: _, ...rest }: Looped,
  settled: Settled | null,
  caller: Principal,
): WorkItem => ({
  ...rest,
  planId: null,
  companyId: null,
  state,
  requestedAt: requestedAt.toISOString(),
  startedAt: startedAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
  attempts: 0,
  mostAttempts: 0,
  retryAt: null,
  steps: state === 'running' ? [{ name: doing, doneAt: null }] : [],
  tries: [],
  file: null,
  keptUntil: null,
  mayKeep: false,
  mayChange: false,
  settled,
  mayAcknowledge: state === 'failed' && settled === null && may(caller.role, 'work.manage'),
});
