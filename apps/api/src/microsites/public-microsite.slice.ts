import { createHash } from 'node:crypto';
import {
  Controller,
  ForbiddenException,
  HttpException,
  Inject,
  Injectable,
  Module,
  NotFoundException,
} from '@nestjs/common';
import { innerId } from '@superscope/contracts/fields';
import { documentIdField, publicMicrosite, titleOf, type PublicMicrosite } from '@superscope/contracts/microsites';
import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { isFor } from '@superscope/domain/microsite-document/microsite-document';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { takesNewMembers } from '../companies/flyer-content.js';
import { ENV, type Env } from '../env.js';
import type { Principal } from '../platform/access/principal.js';
import { Media, nothing } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { ServedPdfs, type ListedPdf } from '../stored-pdfs/served-pdfs.js';
import { StoredPdfsModule } from '../stored-pdfs/stored-pdfs.module.js';
import { Employers, type Employer } from './employers.js';
import { LibrarySlice, MicrositeDocuments, type StoredDocument } from './library.slice.js';
import { MicrositeLists } from './microsite-lists.js';

const publicMicrositeEndpoint = endpoint('GET /api/companies/:companyId/microsite', {
  summary:
    'What members find on an employer’s microsite: its documents in order, the plan summary and the flyers, also that of new employees. With the ETag of an earlier answer in If-None-Match it is 304 until something changes',
  right: 'microsite.read',
  cached: true,
  params: { companyId: innerId },
  answers: { 200: publicMicrosite, 304: nothing },
  problems: { 404: null },
  sends: true,
});

const documentFileEndpoint = endpoint('GET /api/documents/:documentId', {
  summary:
    'The PDF of a document; a microsite reads only those of its employers. With its `digest` the answer never changes, and may be kept for a year',
  right: 'microsite.read',
  cached: true,
  params: { documentId: documentIdField },
  query: z.strictObject({
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'This is not a digest.')
      .optional(),
  }),
  answers: { 200: new Media('application/pdf'), 304: nothing },
  problems: { 404: null, 410: null },
  sends: true,
});

/** Whether a client has this answer already. */
const isKnown = (request: FastifyRequest, etag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === etag);

const aYear = 'private, max-age=31536000, immutable';
/** May be kept, and is asked for again with its ETag each time. */
const revalidated = 'private, no-cache';

const isReached = (companyId: string, { onlyCompanyId = companyId }: Principal): boolean => onlyCompanyId === companyId;

/** Null for an employer that is not there, or out of reach; any other failure must not look like a missing document. */
function nullOutOfReach(error: unknown): null {
  if (error instanceof HttpException && [403, 404].includes(error.getStatus())) return null;
  throw error;
}

/** The employers whose microsites a caller may read. */
@Injectable()
class MicrositeReach {
  constructor(
    private readonly employers: Employers,
    private readonly lists: MicrositeLists,
  ) {}

  /** Throws 403 out of reach. A client of one employer reads no other one's, also of the same plan. */
  async employer(companyId: string, caller: Principal): Promise<Employer> {
    if (!isReached(companyId, caller)) throw new ForbiddenException('You do not have access to this employer.');
    return this.employers.one(companyId, caller);
  }

  /** Whether an employer in reach has the document, and it is for that employer. */
  async hasDocument(document: StoredDocument, caller: Principal): Promise<boolean> {
    const { onlyCompanyId, scope } = caller;
    const lists = await (onlyCompanyId === undefined ? this.lists.within(scope) : this.lists.all([onlyCompanyId]));
    for (const { companyId, mappings } of lists) {
      if (!mappings.some(({ documentId }) => documentId === document._id)) continue;
      const employer = await this.employer(companyId, caller).catch(nullOutOfReach);
      if (employer !== null && isFor(document, employer)) return true;
    }
    return false;
  }
}

@Controller()
class PublicMicrositeController {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'RENDERER_URL'>,
    private readonly views: Views,
    private readonly reach: MicrositeReach,
    private readonly documents: MicrositeDocuments,
    private readonly lists: MicrositeLists,
    private readonly served: ServedPdfs,
  ) {}

  @Endpoint(publicMicrositeEndpoint)
  async microsite(
    { params, caller, request }: RequestOf<typeof publicMicrositeEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const employer = await this.reach.employer(params.companyId, caller);
    const { mappings, revision } = await this.lists.one(employer.companyId);
    const [documents, plan, isJoined] = await Promise.all([
      this.documents.all(mappings.map(({ documentId }) => documentId)),
      this.views.of(plansView).findOne({ _id: employer.planId }, { projection: { flyers: 1 } }),
      this.isJoined(employer),
    ]);
    // An employer may have moved to another plan, and a document may be for others, since it was mapped.
    const shown = mappings
      .flatMap(({ documentId }) => documents.get(documentId) ?? [])
      .filter((document) => isFor(document, employer));
    const files = await this.served.listed(
      'micrositeDocuments',
      shown.flatMap(({ file }) => file?.sha256 ?? []),
    );
    const answer = micrositeOf(employer, shown, files, Object.entries(plan?.flyers ?? {}), isJoined);
    const digest = createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 16);
    // The revision rises with each change of the list and with each clearing of the cache; documents and flyers change by themselves.
    const etag = `"${revision}-${digest}"`;
    void reply.header('ETag', etag).header('Cache-Control', revalidated);
    await (isKnown(request, etag) ? reply.status(304).send() : reply.send(answer));
  }

  /** Whether new employees join the plan, and their flyer can be made here. */
  private async isJoined({ companyId, planId }: Employer): Promise<boolean> {
    if (this.env.RENDERER_URL === undefined) return false;
    const [company, plan] = await Promise.all([
      this.views.of(companiesView).findOne({ _id: companyId }, { projection: { active: 1 } }),
      this.views.of(plansView).findOne({ _id: planId }, { projection: { closedOn: 1 } }),
    ]);
    return company !== null && plan !== null && takesNewMembers(company, plan, sydneyDate(new Date()));
  }

  @Endpoint(documentFileEndpoint)
  async file(
    { params, query, caller, request }: RequestOf<typeof documentFileEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const document =
      caller.role === 'BrowserClient'
        ? await this.ofMicrosite(params.documentId, caller)
        : await this.documents.one(params.documentId, caller);
    const { file } = document;
    const { digest } = query;
    const pdf = file && (await this.served.of('micrositeDocuments', file.sha256));
    // Pages that were loaded before a file was rewritten name the digest of before.
    if (pdf === null || (digest !== undefined && digest !== pdf.sha256 && digest !== file?.sha256))
      throw new NotFoundException('There is no such file.');
    const etag = `"${pdf.sha256}"`;
    // A kept file may be taken back, and the digest of before names another file now.
    const isForever = digest === pdf.sha256 && !pdf.isKept;
    void reply.header('ETag', etag).header('Cache-Control', isForever ? aYear : revalidated);
    if (isKnown(request, etag)) return void (await reply.status(304).send());
    await this.served.send(reply, pdf, file!.filename.slice(0, -'.pdf'.length));
  }

  /** A document that no employer in reach has is as good as none. */
  private async ofMicrosite(documentId: string, caller: Principal): Promise<StoredDocument> {
    const document = (await this.documents.all([documentId])).get(documentId);
    if (document === undefined || !(await this.reach.hasDocument(document, caller)))
      throw new NotFoundException('There is no such document.');
    return document;
  }
}

/** A refused file is asked for without its digest, with which a browser would show the copy that it has for a year. */
const hrefOf = (documentId: string, file: ListedPdf | undefined): string =>
  `/api/documents/${documentId}${file === undefined || file.isRefused ? '' : `?digest=${file.sha256}`}`;

const micrositeOf = (
  { companyId, name, planId }: Employer,
  documents: readonly StoredDocument[],
  files: ReadonlyMap<string, ListedPdf>,
  flyers: readonly [name: string, flyer: object | null][],
  isJoined: boolean,
): PublicMicrosite => ({
  companyId,
  name,
  documents: documents.map((each) => ({
    documentId: each._id,
    type: each.type,
    title: titleOf(each),
    description: each.description,
    href: each.file === null ? each.url! : hrefOf(each._id, files.get(each.file.sha256)),
    isPdf: each.file !== null,
    pages: each.file?.pages ?? null,
    size: each.file && (files.get(each.file.sha256)?.bytes ?? each.file.bytes),
  })),
  planSummary: documents.find(({ type }) => type === 'PlanSummary')?._id ?? null,
  flyers: [
    ...(isJoined
      ? [{ name: 'New Employee Flyer', href: `/api/companies/${encodeURIComponent(companyId)}/newFlyer` }]
      : []),
    ...flyers
      .flatMap(([flyer, stored]) => (stored === null ? [] : [flyer]))
      .sort()
      .map((flyer) => ({
        name: flyer,
        href: `/api/plan/download/${encodeURIComponent(flyer)}.pdf?planId=${encodeURIComponent(planId)}`,
      })),
  ],
});

@Module({
  imports: [LibrarySlice, StoredPdfsModule],
  controllers: [PublicMicrositeController],
  providers: [MicrositeReach],
})
export class PublicMicrositeSlice {}
