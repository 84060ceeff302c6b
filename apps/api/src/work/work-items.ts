import { Injectable } from '@nestjs/common';
import { plansView } from '@superscope/contracts/read-models/fund';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { workView } from '@superscope/contracts/read-models/work';
import type { WorkItem } from '@superscope/contracts/work';
import { workTitle } from '@superscope/contracts/work-names';
import type { ReportKind } from '@superscope/domain/report/report';
import { mostAttempts } from '@superscope/domain/work/work';
import { may } from '../platform/access/policy.js';
import { inScope, type Principal } from '../platform/access/principal.js';
import { Views } from '../platform/engines.module.js';
import { Downloads } from './downloads.js';
import { MadeFiles } from './made-files.js';
import { SettledFailures } from './settled-failures.js';
import { successorFilter } from './successors.js';
import { userNames } from '../users/user-names.js';
import { WorkKinds } from './work-kind.js';
import { WorkProgress } from './work-progress.js';

type WorkDocument = DocumentOf<typeof workView>;

/** Whether a caller may stop somebody's work, or have it tried again. */
export const mayChange = (caller: Principal, by: string | undefined): boolean =>
  caller.userId === by || may(caller.role, 'work.manage');

/** Background work as a caller may see it. */
@Injectable()
export class WorkItems {
  constructor(
    private readonly views: Views,
    private readonly files: MadeFiles,
    private readonly downloads: Downloads,
    private readonly kinds: WorkKinds,
    private readonly progress: WorkProgress,
    private readonly settled: SettledFailures,
  ) {}

  async from(documents: readonly WorkDocument[], caller: Principal): Promise<WorkItem[]> {
    // Work whose request was set aside cannot be described.
    const known = documents.filter(({ kind, requestedAt }) => kind !== undefined && requestedAt !== undefined);
    const planIds = known.flatMap(({ planId }) => (planId != null && inScope(caller.scope, planId) ? [planId] : []));
    const [plans, users, files, downloaded, progress, settled] = await Promise.all([
      this.namesOf(planIds),
      this.askedBy(known.flatMap(({ by }) => by ?? [])),
      this.files.of(known.flatMap(({ pdfSha256 }) => pdfSha256 ?? [])),
      this.downloads.of(
        known.map(({ _id }) => _id),
        caller.userId,
      ),
      this.progress.of(known.flatMap(({ _id, state }) => (state === 'running' ? [_id] : []))),
      this.settledOf(known),
    ]);
    return known.map((work): WorkItem => {
      const tries = Object.values(work.tries ?? {}).toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
      const file = files.get(work.pdfSha256 ?? '');
      const { by = '' } = work;
      return {
        workId: work._id,
        kind: work.kind as ReportKind,
        about: work.kind === 'salesforceExport' ? batchName(work) : (plans.get(work.planId ?? '') ?? null),
        ...(work.terms?.['engagedOnly'] === 'true' && { engagedOnly: true as const }),
        planId: work.planId != null && inScope(caller.scope, work.planId) ? work.planId : null,
        companyId: work.planId != null && inScope(caller.scope, work.planId) ? (work.companyId ?? null) : null,
        askedBy: users.get(by) ?? 'Somebody whose account is gone',
        isOwn: by === caller.userId,
        state: work.state,
        requestedAt: work.requestedAt!.toISOString(),
        startedAt: tries.at(-1)?.startedAt.toISOString() ?? null,
        endedAt: work.endedAt?.toISOString() ?? null,
        attempts: work.attempts ?? 0,
        mostAttempts,
        retryAt: work.retryAt?.toISOString() ?? null,
        reason: work.reason ?? null,
        progress: progress.get(work._id) ?? null,
        steps: (this.kinds.of(work.category)?.steps ?? []).map(({ key, name }) => ({
          name,
          doneAt: work.steps?.[key]?.toISOString() ?? null,
        })),
        tries: tries.map(({ startedAt, endedAt, reason }) => ({
          startedAt: startedAt.toISOString(),
          endedAt: endedAt?.toISOString() ?? null,
          reason: reason ?? null,
        })),
        file:
          file === undefined || by !== caller.userId
            ? null
            : {
                name: work.fileName!,
                bytes: file.bytes,
                keptUntil: file.keptUntil.toISOString(),
                isNew: !downloaded.has(work._id),
              },
        keptUntil: work.keptUntil?.toISOString() ?? null,
        mayKeep:
          file !== undefined &&
          work.keptUntil === undefined &&
          work.planId != null &&
          inScope(caller.scope, work.planId) &&
          may(caller.role, 'reports.keep'),
        mayChange: mayChange(caller, by),
        settled: settled.get(work._id) ?? null,
        mayAcknowledge: work.state === 'failed' && !settled.has(work._id) && may(caller.role, 'work.manage'),
      };
    });
  }

  async namesOf(planIds: readonly string[]): Promise<Map<string, string>> {
    const found = await this.views
      .of(plansView)
      .find({ _id: { $in: [...new Set(planIds)] } }, { projection: { name: 1 } })
      .toArray();
    return new Map(found.map(({ _id, name }) => [_id, name ?? _id]));
  }

  askedBy(userIds: readonly string[]): Promise<Map<string, string>> {
    return userNames(this.views, userIds);
  }

  private settledOf(documents: readonly WorkDocument[]) {
    const failed = documents.filter(({ state, endedAt }) => state === 'failed' && endedAt != null);
    return this.settled.of(
      failed.map((work) => ({
        workId: work._id,
        failedAt: work.endedAt!,
        successor: async () => {
          const later = await this.views.of(workView).findOne(successorFilter(work), { sort: { endedAt: 1 } });
          if (later === null) return null;
          const about = later.kind === 'salesforceExport' ? batchName(later) : null;
          const name = workTitle({
            kind: later.kind as ReportKind,
            about,
            requestedAt: later.requestedAt!.toISOString(),
          });
          return { name, at: later.endedAt! };
        },
      })),
    );
  }
}

const batchName = ({ terms }: WorkDocument): string => `Batch ${terms?.['number']}`;
