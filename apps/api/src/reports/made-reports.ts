import { Injectable, NotFoundException } from '@nestjs/common';
import { keptFigures, type KeptFigures } from '@superscope/contracts/kept-figures';
import type { CheckedReport } from '@superscope/contracts/report-check';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { workView } from '@superscope/contracts/read-models/work';
import { streamName } from '@superscope/domain/event';
import { reportStream, report } from '@superscope/domain/report/report';
import { RecordedEvents } from '../history/recorded-events.js';
import { employerRoles, may } from '../platform/access/policy.js';
import { inScope, type Principal } from '../platform/access/principal.js';
import { Views } from '../platform/engines.module.js';
import { MadeFiles } from '../work/made-files.js';
import { WorkItems } from '../work/work-items.js';

/** A document that was made, of a plan in the caller's reach. */
export type MadeReport = DocumentOf<typeof workView> & { planId: string; pdfSha256: string };

/** Whether a document is about engaged members only. */
export const isOfEngaged = ({ terms }: Pick<DocumentOf<typeof workView>, 'terms'>): boolean =>
  terms?.['engagedOnly'] === 'true';

/** A code of letters and digits as it may have been read off paper, where O and 0, and I and 1, look alike. */
const asRead = (code: string): RegExp =>
  new RegExp(
    `^${code
      .replaceAll(/[^A-Z0-9]/g, '')
      .replaceAll(/[O0]/g, '[O0]')
      .replaceAll(/[I1]/g, '[I1]')}$`,
  );

/** Figures as they are kept; null for text that is none. */
export function figuresFrom(text: string): KeptFigures | null {
  try {
    const read = keptFigures.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Reports that were made here, as those may know them who may see their plan. */
@Injectable()
export class MadeReports {
  constructor(
    private readonly views: Views,
    private readonly files: MadeFiles,
    private readonly items: WorkItems,
    private readonly recorded: RecordedEvents,
  ) {}

  byCode(code: string, caller: Principal): Promise<MadeReport | null> {
    return this.newest({ code: asRead(code) }, caller);
  }

  /** The report with this code, whoever asks. What may be told of it is little: see its one caller. */
  async byCodeForEverybody(code: string): Promise<MadeReport | null> {
    const found = await this.views
      .of(workView)
      .findOne({ code: asRead(code), category: reportStream.category, state: 'done', pdfSha256: { $exists: true } });
    return found as MadeReport | null;
  }

  /** `sha256` is the digest of the file. */
  byDigest(sha256: string, caller: Principal): Promise<MadeReport | null> {
    return this.newest({ pdfSha256: sha256 }, caller);
  }

  /** Throws 404 for a report out of reach, as for one that never was. */
  async byId(workId: string, caller: Principal): Promise<MadeReport> {
    const found = await this.newest({ _id: workId }, caller);
    if (found === null) throw new NotFoundException('There is no such report.');
    return found;
  }

  /** The kept figures; null if none were kept, or they are no longer. */
  async figuresOf({ figuresSha256 }: MadeReport): Promise<KeptFigures | null> {
    const content = figuresSha256 == null ? null : await this.files.read(figuresSha256);
    return content && figuresFrom(content.toString('utf8'));
  }

  /**
   * Says of what a report is. Representatives are not told its place in the log, because places grow with everything that is recorded; those
   * of an employer are told its platform and not who made it.
   */
  async told(work: MadeReport, { role }: Principal): Promise<CheckedReport> {
    const { _id: workId, planId, companyId, kind, by = '', pdfSha256, terms } = work;
    const plan = await this.views.of(plansView).findOne({ _id: planId }, { projection: { name: 1, platformId: 1 } });
    const [company, maker, kept, position] = await Promise.all([
      companyId == null ? null : this.views.of(companiesView).findOne({ _id: companyId }, { projection: { name: 1 } }),
      may(role, 'reports.check-fully') ? this.personWhoMade(by) : this.platformOf(plan?.platformId),
      this.files.of([pdfSha256]),
      employerRoles.includes(role) ? null : this.positionOf(workId),
    ]);
    return {
      workId,
      kind: kind ?? '',
      code: work.code ?? null,
      planId,
      planName: plan?.name ?? planId,
      companyName: companyId == null ? null : (company?.name ?? companyId),
      madeAt: work.endedAt!.toISOString(),
      by: maker,
      start: work.start ?? null,
      end: work.end ?? null,
      engagedOnly: isOfEngaged(work),
      position,
      pages: work.pages ?? null,
      recordedBy: work.moment?.toISOString() ?? terms?.['moment'] ?? null,
      figuresSha256: work.figuresSha256 ?? null,
      sha256: pdfSha256,
      fileKept: kept.has(pdfSha256),
      moment: terms?.['moment'] ?? null,
    };
  }

  private async personWhoMade(userId: string): Promise<string> {
    return (await this.items.askedBy([userId])).get(userId) ?? 'Somebody whose account is gone';
  }

  private async platformOf(platformId = ''): Promise<string> {
    const platform = await this.views.of(platformsView).findOne({ _id: platformId }, { projection: { name: 1 } });
    return platform?.name ?? platformId;
  }

  private async positionOf(workId: string): Promise<string | null> {
    const of = { stream: streamName(reportStream, workId), type: report.names.made };
    return (await this.recorded.page(of, null)).events[0]?.place ?? null;
  }

  private async newest(
    of: { code: RegExp } | { pdfSha256: string } | { _id: string },
    caller: Principal,
  ): Promise<MadeReport | null> {
    const found = await this.views
      .of(workView)
      .find({ ...of, category: reportStream.category, state: 'done' })
      .sort({ endedAt: -1 })
      .limit(20)
      .toArray();
    const known = found.find(
      (work) => work.pdfSha256 !== undefined && work.planId != null && isInReach(work as MadeReport, caller),
    );
    return (known as MadeReport | undefined) ?? null;
  }
}

/** Whether somebody may know of a document: those of an employer only of what is made for them, and of no past moment. */
function isInReach(
  { planId, companyId, kind }: MadeReport,
  { scope, role, companyId: ownCompany }: Principal,
): boolean {
  if (!inScope(scope, planId)) return false;
  if (kind === 'evidence') return may(role, 'history.read');
  if (may(role, 'reports.check-fully')) return true;
  return kind !== 'reportAsItStood' && (companyId == null || companyId === ownCompany);
}
