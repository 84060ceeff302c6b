import { pdfResourcesView } from '@superscope/contracts/read-models/pdf-resources';
import { pdfResourcesStream } from '@superscope/domain/pdf-resources/pdf-resources';
import { documentsOf } from '../runtime/writing/stream-projection.js';

/** A field's name holds no dot. */
const fieldOf = (filename: string) => `files.${filename.slice(0, filename.lastIndexOf('.'))}`;

/** The PDFs whose pages may stand in a platform's reports. */
export const pdfResources = documentsOf(
  pdfResourcesView,
  pdfResourcesStream,
  { id: 'platformId' },
  {
    PdfResourceUploaded: ({ data, created }) => {
      const { platformId, filename, sha256, bytes, pages, fontsEmbedded } = data;
      const modified = created.toISOString();
      return { platformId, [fieldOf(filename)]: { filename, sha256, bytes, pages, fontsEmbedded, modified } };
    },
    PdfResourceRemoved: ({ data: { platformId, filename } }) => ({
      platformId,
      [fieldOf(filename)]: null,
    }),
  },
);
