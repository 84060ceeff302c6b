import { Controller, Module } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { providerLogo, type ProviderWithLogo } from '@superscope/contracts/providers';
import { providersView } from '@superscope/contracts/read-models/fund';
import { outsideIdPattern } from '@superscope/domain/outside-id';
import { providerStream, removeLogo, uploadLogo } from '@superscope/domain/provider/provider';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { whenGone } from '../platform/http/gone.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { LogoFiles } from './logo-files.js';
import { logoUploadOf } from './logo-upload.js';
import { ProvidersModule } from './providers.module.js';

const providerId = z.string().regex(outsideIdPattern, 'This is not an id.');

const providersEndpoint = endpoint('GET /api/providers/logos', {
  summary: 'All providers with their logos, by name',
  right: 'providers.write',
  answers: { 200: z.array(providerLogo) },
});

const uploadLogoEndpoint = endpoint('POST /api/providers/:providerId/logo', {
  summary:
    'Gives a provider a logo, or another one: a PNG or JPEG picture of at most 1 MB and 4,000 pixels a side, which is drawn anew',
  right: 'providers.write',
  noted: 'uploaded logo',
  readsFile: true,
  params: { providerId },
  body: new Media('multipart/form-data'),
  answers: { 200: writeAnswer },
  problems: { 404: null, 413: null },
});

const removeLogoEndpoint = endpoint('DELETE /api/providers/:providerId/logo', {
  summary: "Removes a provider's logo",
  right: 'providers.write',
  noted: 'removed logo',
  params: { providerId },
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

/** Gives a provider a logo whose bytes are already stored. */
const UploadLogo = decides('UploadLogo', providerStream, uploadLogo);

const RemoveLogo = decides('RemoveLogo', providerStream, () => removeLogo);

@Controller()
class ProviderLogosController {
  constructor(
    private readonly commands: Commands,
    private readonly views: Views,
    private readonly files: LogoFiles,
  ) {}

  @Endpoint(providersEndpoint)
  async list(): Promise<ProviderWithLogo[]> {
    // A deployment has only some providers. Without a name, a document's first event was set aside.
    const all = await this.views
      .of(providersView)
      .find({ name: { $exists: true } })
      .toArray();
    const listed = await Promise.all(
      all.map(async ({ _id, name, abn, logo }) => ({
        providerId: _id,
        name,
        abn,
        logo: await this.files.dataUrl(logo),
      })),
    );
    return listed.sort((a, b) => a.name.localeCompare(b.name, 'en-AU'));
  }

  @Endpoint(uploadLogoEndpoint)
  async upload({ params, request }: RequestOf<typeof uploadLogoEndpoint>, reply: FastifyReply): Promise<WriteAnswer> {
    const gone = whenGone(reply);
    const { type, bytes: sent } = await logoUploadOf(request);
    const bytes = await this.files.redrawn(sent, gone);
    // Store the bytes first, so that an event never names a file that does not exist.
    const sha256 = await this.files.keepRedrawn(bytes);
    const logo = { providerId: params.providerId, type, sha256, bytes: bytes.length };
    return this.commands.write(request, UploadLogo.of(logo.providerId, logo));
  }

  @Endpoint(removeLogoEndpoint)
  remove({ params, request }: RequestOf<typeof removeLogoEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, RemoveLogo.of(params.providerId));
  }
}

@Module({
  imports: [ProvidersModule],
  controllers: [ProviderLogosController],
  providers: [UploadLogo.handler, RemoveLogo.handler],
})
export class ProviderLogosSlice {}
