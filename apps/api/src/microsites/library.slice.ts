import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { documentFilter, libraryDocument, titleOf, type LibraryDocument } from '@superscope/contracts/microsites';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { micrositeDocumentsView } from '@superscope/contracts/read-models/microsites';
import { isFor, type DocumentScope } from '@superscope/domain/microsite-document/microsite-document';
import { z } from 'zod';
import { requirePlan } from '../platform/access/caller.js';
import { inScope, type Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { ServedPdfs, type ListedPdf } from '../stored-pdfs/served-pdfs.js';
import { StoredPdfsModule } from '../stored-pdfs/stored-pdfs.module.js';
import { DocumentFiles } from './document-files.js';
import { Employers } from './employers.js';
import { MicrositeLists } from './microsite-lists.js';

const libraryEndpoint = endpoint('GET /api/documents', {
  summary:
    'Documents of microsites: those that an employer could have; those for a plan, its platform and its employers; those of a platform; or all in reach',
  right: 'microsite-documents.write',
  query: documentFilter,
  answers: { 200: z.array(libraryDocument) },
  problems: { 404: null },
});

export type StoredDocument = DocumentOf<typeof micrositeDocumentsView>;

/** The documents of microsites that there are. */
@Injectable()
export class MicrositeDocuments {
  constructor(private readonly views: Views) {}

  /** The documents by their ids. */
  async all(documentIds?: readonly string[]): Promise<Map<string, StoredDocument>> {
    const found = await this.views
      .of(micrositeDocumentsView)
      .find({ deleted: false, ...(documentIds && { _id: { $in: [...documentIds] } }) })
      .toArray();
    // One whose first event was set aside is not there.
    return new Map(
      found.flatMap((each) => ((each.type as string | undefined) === undefined ? [] : [[each._id, each]])),
    );
  }

  /** The ids of those that there were. */
  async deleted(): Promise<string[]> {
    const found = this.views.of(micrositeDocumentsView).find({ deleted: true }, { projection: { _id: 1 } });
    return (await found.toArray()).map(({ _id }) => _id).sort();
  }

  /** Whether a caller may see documents for a scope: a plan of it is in reach. What is for everybody is. */
  async inReach({ scope }: Principal): Promise<(of: DocumentScope) => boolean> {
    if (scope.kind === 'all') return () => true;
    const plans = await this.views
      .of(plansView)
      .find({ _id: { $in: [...scope.planIds] } }, { projection: { platformId: 1 } })
      .toArray();
    const platforms = new Set<string | null>(plans.map(({ platformId }) => platformId));
    return ({ platformId, planId }) =>
      planId === null ? platformId === null || platforms.has(platformId) : inScope(scope, planId);
  }

  /** Throws 404 if there is none, also if it is only for plans out of reach. */
  async one(documentId: string, caller: Principal): Promise<StoredDocument> {
    const document = (await this.all([documentId])).get(documentId);
    if (document === undefined || !(await this.inReach(caller))(document))
      throw new NotFoundException('There is no such document.');
    return document;
  }

  /** Whether a caller may change documents for a scope: all of its plans must be in reach. */
  async mayChange(caller: Principal, { platformId, planId }: DocumentScope): Promise<boolean> {
    if (caller.scope.kind === 'all') return true;
    if (planId !== null) return inScope(caller.scope, planId);
    if (platformId === null) return false;
    const plans = await this.views
      .of(plansView)
      .find({ platformId }, { projection: { _id: 1 } })
      .toArray();
    return plans.length > 0 && plans.every(({ _id }) => inScope(caller.scope, _id));
  }

  /** Throws 403 unless the caller may change documents for a scope. */
  async requireChange(caller: Principal, scope: DocumentScope): Promise<void> {
    if (scope.planId !== null) requirePlan(caller, scope.planId);
    else if (!(await this.mayChange(caller, scope)))
      throw new Refusal(403, { message: 'You do not have access to all plans that this document is for.' });
  }
}

@Controller()
class LibraryController {
  constructor(
    private readonly views: Views,
    private readonly documents: MicrositeDocuments,
    private readonly lists: MicrositeLists,
    private readonly employers: Employers,
    private readonly served: ServedPdfs,
  ) {}

  @Endpoint(libraryEndpoint)
  async library({ query, caller }: RequestOf<typeof libraryEndpoint>): Promise<LibraryDocument[]> {
    const fits = await this.condition(query, caller);
    const all = await this.documents.all();
    const isReached = await this.documents.inReach(caller);
    const found = [...all.values()].filter((each) => fits(each) && isReached(each));
    const [names, mapped, changeable, files] = await Promise.all([
      this.namesOf(found),
      this.lists.countByDocument(caller.scope),
      this.changeable(found, caller),
      this.served.listed(
        'micrositeDocuments',
        found.flatMap(({ file }) => file?.sha256 ?? []),
      ),
    ]);
    return found
      .map((each) => ({
        documentId: each._id,
        revision: Number(each.revision),
        platformId: each.platformId,
        planId: each.planId,
        companyId: each.companyId,
        isFor: names.get(narrowestOf(each) ?? '') ?? narrowestOf(each),
        type: each.type,
        title: each.title,
        description: each.description,
        url: each.url,
        filename: each.file?.filename ?? null,
        file: each.file !== null,
        digest: digestOf(each, files),
        isRefused: (each.file && files.get(each.file.sha256)?.isRefused) ?? false,
        pages: each.file?.pages ?? null,
        size: each.file && (files.get(each.file.sha256)?.bytes ?? each.file.bytes),
        modified: each.modified,
        mapped: mapped.get(each._id) ?? 0,
        mayChange: changeable.has(scopeKey(each)),
      }))
      .sort((a, b) => titleOf(a).localeCompare(titleOf(b), 'en-AU') || a.documentId.localeCompare(b.documentId));
  }

  private async condition(
    { platformId, planId, companyId }: RequestOf<typeof libraryEndpoint>['query'],
    caller: Principal,
  ): Promise<(document: DocumentScope) => boolean> {
    if (companyId !== undefined) {
      const employer = await this.employers.one(companyId, caller);
      return (document) => isFor(document, employer);
    }
    const within = (wanted: string | undefined, is: string | null) =>
      wanted === undefined || is === null || is === wanted;
    if (planId === undefined) return (document) => within(platformId, document.platformId);
    requirePlan(caller, planId);
    const ofPlan = await this.employers.platformOf(planId);
    return (document) => within(ofPlan, document.platformId) && within(planId, document.planId);
  }

  /** The scopes whose documents the caller may change. */
  private async changeable(found: readonly StoredDocument[], caller: Principal): Promise<Set<string>> {
    const scopes = new Map(found.map((each) => [scopeKey(each), each]));
    const answers = await Promise.all(
      [...scopes].map(async ([key, scope]) => ((await this.documents.mayChange(caller, scope)) ? [key] : [])),
    );
    return new Set(answers.flat());
  }

  private async namesOf(found: readonly DocumentScope[]): Promise<Map<string, string>> {
    const ids = { $in: [...new Set(found.flatMap((each) => narrowestOf(each) ?? []))] };
    const names = { projection: { name: 1 } };
    const named = await Promise.all([
      this.views.of(companiesView).find({ _id: ids }, names).toArray(),
      this.views.of(plansView).find({ _id: ids }, names).toArray(),
      this.views.of(platformsView).find({ _id: ids }, names).toArray(),
    ]);
    return new Map(named.flat().map(({ _id, name }) => [_id, name ?? _id]));
  }
}

/** Of the file that is served; null of one that is refused, because its answer may change. */
function digestOf({ file }: StoredDocument, files: ReadonlyMap<string, ListedPdf>): string | null {
  const listed = file === null ? undefined : files.get(file.sha256);
  return listed === undefined || listed.isRefused ? null : listed.sha256;
}

const narrowestOf = ({ companyId, planId, platformId }: DocumentScope): string | null =>
  companyId ?? planId ?? platformId;
const scopeKey = ({ planId, platformId }: DocumentScope): string => planId ?? platformId ?? '';

@Module({
  imports: [StoredPdfsModule],
  controllers: [LibraryController],
  providers: [DocumentFiles, Employers, MicrositeDocuments, MicrositeLists],
  exports: [DocumentFiles, Employers, MicrositeDocuments, MicrositeLists],
})
export class LibrarySlice {}
