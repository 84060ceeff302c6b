import { Controller, Module, NotFoundException } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { flyerUploaded, type FlyerUploaded } from '@superscope/contracts/flyers';
import { plansView } from '@superscope/contracts/read-models/fund';
import { checkFlyerName, isFlyerName } from '@superscope/domain/plan/flyer-name';
import { planStream, removeFlyer, uploadFlyer } from '@superscope/domain/plan/plan';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { whenGone } from '../platform/http/gone.js';
import { requirePlan } from '../platform/access/caller.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { cleanPdf } from '../platform/pdf/clean-pdf.js';
import { withSpooledPdf } from '../platform/pdf/pdf-upload.js';
import { ServedPdfs } from '../stored-pdfs/served-pdfs.js';
import { StoredPdfsModule } from '../stored-pdfs/stored-pdfs.module.js';
import { FlyerFiles } from './flyer-files.js';

const extension = '.pdf';
/** Parses `{name}.pdf` to the name. */
const file = z
  .string()
  .max(90)
  .refine((text) => text.endsWith(extension) && isFlyerName(text.slice(0, -extension.length)), 'This is not a flyer.')
  .transform((text) => text.slice(0, -extension.length));
const planId = z.string('planId is required').min(1, 'planId is required').max(90);

const downloadFlyerEndpoint = endpoint('GET /api/plan/download/:file', {
  summary: 'A flyer of a plan in reach; `file` is its name with `.pdf`',
  right: 'flyers.read',
  params: { file },
  query: z.strictObject({ planId }),
  answers: { 200: new Media('application/pdf') },
  problems: { 404: null, 410: null },
  sends: true,
});

const uploadFlyerEndpoint = endpoint('POST /api/plan/:planId/flyers', {
  summary: 'Adds a PDF of at most 20 MB to the flyers of a plan, or replaces the flyer of the same name',
  right: 'flyers.write',
  noted: 'uploaded flyer',
  params: { planId: innerId },
  body: new Media('multipart/form-data'),
  readsFile: true,
  answers: { 200: flyerUploaded },
  problems: { 404: null, 409: null, 413: null },
});

const removeFlyerEndpoint = endpoint('DELETE /api/plan/:planId/flyers/:file', {
  summary: 'Removes a flyer from a plan',
  right: 'flyers.write',
  noted: 'removed flyer',
  params: { planId: innerId, file },
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

/** Adds a flyer whose bytes are already stored, or replaces the flyer of the same name. */
const UploadFlyer = decides('UploadFlyer', planStream, uploadFlyer);

const RemoveFlyer = decides('RemoveFlyer', planStream, removeFlyer);

@Controller()
class FlyersController {
  constructor(
    private readonly commands: Commands,
    private readonly views: Views,
    private readonly files: FlyerFiles,
    private readonly served: ServedPdfs,
  ) {}

  @Endpoint(downloadFlyerEndpoint)
  async download(
    { params, query, caller }: RequestOf<typeof downloadFlyerEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    requirePlan(caller, query.planId);
    const plan = await this.views.of(plansView).findOne({ _id: query.planId }, { projection: { flyers: 1 } });
    const flyers = plan?.flyers ?? {};
    // A name may also be a property of every object, such as 'constructor'.
    const flyer = Object.hasOwn(flyers, params.file) ? flyers[params.file] : null;
    const pdf = flyer && (await this.served.of('flyers', flyer.sha256));
    if (!pdf) throw new NotFoundException('There is no such flyer.');
    await this.served.send(reply, pdf, params.file);
  }

  @Endpoint(uploadFlyerEndpoint)
  async upload(
    { params, caller, request }: RequestOf<typeof uploadFlyerEndpoint>,
    reply: FastifyReply,
  ): Promise<FlyerUploaded> {
    const gone = whenGone(reply);
    requirePlan(caller, params.planId);
    const { name, clean } = await withSpooledPdf(request, async ({ name, fileName, file }) => {
      checkFlyerName(name);
      return { name, clean: await cleanPdf(fileName, file, gone) };
    });
    // Store the bytes first, so that an event never names a file that does not exist.
    const sha256 = await this.files.keep(clean.bytes);
    const flyer = { planId: params.planId, name, sha256, bytes: clean.bytes.length };
    const written = await this.commands.write(request, UploadFlyer.of(flyer.planId, flyer));
    return { ...written, notices: clean.notices };
  }

  @Endpoint(removeFlyerEndpoint)
  async remove({ params, caller, request }: RequestOf<typeof removeFlyerEndpoint>): Promise<WriteAnswer> {
    requirePlan(caller, params.planId);
    return this.commands.write(request, RemoveFlyer.of(params.planId, params.file));
  }
}

@Module({
  imports: [StoredPdfsModule],
  controllers: [FlyersController],
  providers: [FlyerFiles, UploadFlyer.handler, RemoveFlyer.handler],
})
export class FlyersSlice {}
