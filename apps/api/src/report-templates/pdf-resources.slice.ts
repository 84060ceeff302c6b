import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { pdfResource, pdfUploaded, type PdfResource, type PdfUploaded } from '@superscope/contracts/pdf-resources';
import type { FieldsOf } from '@superscope/contracts/read-models/document-view';
import { platformsView } from '@superscope/contracts/read-models/fund';
import { pdfResourcesView } from '@superscope/contracts/read-models/pdf-resources';
import { platformIdField } from '@superscope/contracts/report-templates';
import type { Decision } from '@superscope/domain/event';
import {
  checkPdfName,
  isPdfName,
  pdfNameOf,
  pdfResourcesStream,
  removePdf,
  uploadPdf,
  type PdfResources as Stored,
  type PdfResourcesEvent,
} from '@superscope/domain/pdf-resources/pdf-resources';
import { templateIdOf } from '@superscope/domain/report-template/report-template';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { whenGone } from '../platform/http/gone.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { cleanPdf } from '../platform/pdf/clean-pdf.js';
import { withSpooledPdf } from '../platform/pdf/pdf-upload.js';
import { ServedPdfs } from '../stored-pdfs/served-pdfs.js';
import { StoredPdfsModule } from '../stored-pdfs/stored-pdfs.module.js';
import { PdfFiles } from './pdf-files.js';
import { ReportTemplates, TemplatesSlice } from './templates.slice.js';

const right = 'report-templates.write';
const filename = z.string().max(90).refine(isPdfName, 'This is not the name of a PDF.');

const resourcesEndpoint = endpoint('GET /api/pcr/resources', {
  summary:
    'The PDFs of all platforms whose pages may stand in Policy Committee Reports, and the pages that each stands for',
  right,
  answers: { 200: z.array(pdfResource) },
});

const platformResourcesEndpoint = endpoint('GET /api/pcr/upload', {
  summary: 'The PDFs of a platform whose pages may stand in its Policy Committee Reports',
  right,
  query: z.strictObject({ platformId: platformIdField }),
  answers: { 200: z.array(pdfResource) },
});

const uploadEndpoint = endpoint('POST /api/pcr/upload', {
  summary:
    'Adds a PDF of at most 20 MB to those of a platform, or replaces the one of the same name. `pageNumbers` are the pages to keep, such as `1, 3-6`',
  right,
  query: z.strictObject({ platformId: platformIdField, pageNumbers: z.string().max(200).default('') }),
  body: new Media('multipart/form-data'),
  readsFile: true,
  answers: { 200: pdfUploaded },
  problems: { 404: null, 409: null, 413: null },
  noted: 'uploaded report PDF',
});

const removeEndpoint = endpoint('DELETE /api/pcr/upload', {
  summary: 'Removes a PDF that stands for no page of a template from those of a platform',
  right,
  query: z.strictObject({ platformId: platformIdField, filename }),
  answers: { 200: writeAnswer },
  problems: { 404: null, 409: null },
  noted: 'removed report PDF',
});

const downloadEndpoint = endpoint('GET /api/pcr/download/:filename', {
  summary: 'A PDF of a platform',
  right,
  params: { filename },
  query: z.strictObject({ platformId: platformIdField }),
  answers: { 200: new Media('application/pdf') },
  problems: { 404: null, 410: null },
  sends: true,
});

type StoredPdf = NonNullable<NonNullable<FieldsOf<typeof pdfResourcesView>['files']>[string]>;

/** The PDFs that there are. */
@Injectable()
export class PdfResources {
  constructor(private readonly views: Views) {}

  async of(platformId: string): Promise<StoredPdf[]> {
    const found = await this.views.of(pdfResourcesView).findOne({ _id: platformId });
    return Object.values(found?.files ?? {}).filter((file) => file !== null);
  }

  async platforms(): Promise<string[]> {
    const found = await this.views
      .of(pdfResourcesView)
      .find({}, { projection: { _id: 1 } })
      .toArray();
    return found.map(({ _id }) => _id);
  }

  async one(platformId: string, name: string): Promise<StoredPdf | null> {
    return (await this.of(platformId)).find((file) => file.filename === name) ?? null;
  }
}

/** Changes the PDFs of a platform by one decision. */
const ChangePdfs = decides(
  'ChangePdfs',
  pdfResourcesStream,
  (decision: Decision<Stored, PdfResourcesEvent>) => decision,
);

const lacksFonts =
  'It does not hold all of its fonts, so it may look different elsewhere, and a report with a page of it cannot claim to be accessible (PDF/UA).';

@Controller()
class PdfResourcesController {
  constructor(
    private readonly commands: Commands,
    private readonly views: Views,
    private readonly resources: PdfResources,
    private readonly templates: ReportTemplates,
    private readonly files: PdfFiles,
    private readonly served: ServedPdfs,
  ) {}

  @Endpoint(resourcesEndpoint)
  async all(_: RequestOf<typeof resourcesEndpoint>): Promise<PdfResource[]> {
    return this.listed(await this.resources.platforms());
  }

  @Endpoint(platformResourcesEndpoint)
  async ofPlatform({ query }: RequestOf<typeof platformResourcesEndpoint>): Promise<PdfResource[]> {
    return this.listed([query.platformId]);
  }

  @Endpoint(uploadEndpoint)
  async upload({ query, request }: RequestOf<typeof uploadEndpoint>, reply: FastifyReply): Promise<PdfUploaded> {
    const gone = whenGone(reply);
    const { platformId, pageNumbers } = query;
    if ((await this.views.of(platformsView).findOne({ _id: platformId }, { projection: { _id: 1 } })) === null)
      throw new NotFoundException('There is no such platform.');
    const { name, clean } = await withSpooledPdf(request, async ({ fileName, file }) => {
      const name = pdfNameOf(fileName);
      checkPdfName(name);
      return { name, clean: await cleanPdf(name, file, gone, pageNumbers) };
    });
    const { bytes, fontsEmbedded, notices, texts } = clean;
    // Pages of templates must not lose the page that they name.
    const needed = await this.usedPages(platformId, name);
    if (needed.some(({ sourcePageNumber }) => sourcePageNumber! > texts.length))
      throw new Refusal(409, { message: `Templates use more pages of ‘${name}’ than this file has.` });
    // Store the bytes first, so that an event never names a file that does not exist.
    const sha256 = await this.files.keepPdf(clean);
    const pdf = { filename: name, sha256, bytes: bytes.length, pages: texts.length, fontsEmbedded };
    const written = await this.commands.write(request, ChangePdfs.of(platformId, uploadPdf(platformId, pdf)));
    return { ...written, filename: name, pages: texts.length, warning: fontsEmbedded ? null : lacksFonts, notices };
  }

  @Endpoint(removeEndpoint)
  async remove({ query, request }: RequestOf<typeof removeEndpoint>): Promise<WriteAnswer> {
    const { platformId, filename: name } = query;
    const [used] = await this.usedPages(platformId, name);
    if (used !== undefined)
      throw new Refusal(409, {
        message: `‘${name}’ stands for page ${used.sequence} of ${used.templateName}, so it cannot be removed.`,
      });
    return this.commands.write(request, ChangePdfs.of(platformId, removePdf(platformId, name)));
  }

  @Endpoint(downloadEndpoint)
  async download({ params, query }: RequestOf<typeof downloadEndpoint>, reply: FastifyReply): Promise<void> {
    const pdf = await this.resources.one(query.platformId, params.filename);
    const found = pdf && (await this.served.of('reportPdfs', pdf.sha256));
    if (found === null) throw new NotFoundException('There is no such PDF.');
    await this.served.send(reply, found, params.filename.slice(0, -'.pdf'.length));
  }

  private async usedPages(platformId: string, name: string) {
    return (await this.templates.all(platformId)).flatMap((template) =>
      template.pages
        .filter(({ sourceFilename }) => sourceFilename === name)
        .map((page) => ({ ...page, templateId: templateIdOf(template), templateName: template.templateName })),
    );
  }

  private async listed(platformIds: readonly string[]): Promise<PdfResource[]> {
    const platforms = await this.views
      .of(platformsView)
      .find({ _id: { $in: [...platformIds] } }, { projection: { name: 1 } })
      .toArray();
    const names = new Map(platforms.map(({ _id, name }) => [_id, name]));
    const lists = await Promise.all(
      platformIds.map(async (platformId) => {
        const files = await this.resources.of(platformId);
        const stored = await this.served.listed(
          'reportPdfs',
          files.map(({ sha256 }) => sha256),
        );
        return Promise.all(
          files.map(async (file) => ({
            platformId,
            platformName: names.get(platformId) ?? platformId,
            filename: file.filename,
            modified: file.modified,
            pages: file.pages,
            size: stored.get(file.sha256)?.bytes ?? file.bytes,
            fontsEmbedded: file.fontsEmbedded,
            isRefused: stored.get(file.sha256)?.isRefused ?? false,
            usedBy: (await this.usedPages(platformId, file.filename)).map((page) => ({
              templateId: page.templateId,
              templateName: page.templateName,
              pageId: page.pageId,
              sequence: page.sequence,
            })),
          })),
        );
      }),
    );
    return lists.flat().toSorted((a, b) => (a.modified < b.modified ? 1 : -1));
  }
}

@Module({
  imports: [StoredPdfsModule, TemplatesSlice],
  controllers: [PdfResourcesController],
  providers: [ChangePdfs.handler, PdfFiles, PdfResources],
  exports: [PdfFiles, PdfResources],
})
export class PdfResourcesSlice {}
