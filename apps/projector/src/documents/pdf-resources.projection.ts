import { pdfResourcesView } from '@superscope/contracts/read-models/pdf-resources';
import type { PdfResource } from '@superscope/domain/pdf-resources/pdf-resources';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/document-projection.js';

type OfPlatform<Data> = RecordedEvent<Data & { platformId: string }>;

/** A field's name holds no dot. */
const fieldOf = (filename: string) => `files.${filename.slice(0, filename.lastIndexOf('.'))}`;

/** The PDFs whose pages may stand in a platform's reports. */
export const pdfResources = documentsOf(pdfResourcesView, 'platformId', {
  PdfResourceUploaded: ({ data, created }: OfPlatform<PdfResource>) => {
    const { platformId, filename, sha256, bytes, pages, fontsEmbedded } = data;
    const modified = created.toISOString();
    return { platformId, [fieldOf(filename)]: { filename, sha256, bytes, pages, fontsEmbedded, modified } };
  },
  PdfResourceRemoved: ({ data: { platformId, filename } }: OfPlatform<{ filename: string }>) => ({
    platformId,
    [fieldOf(filename)]: null,
  }),
});
