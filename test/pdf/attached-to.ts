import { PDFDocument } from '@cantoo/pdf-lib';

/** The files that are attached to a PDF, by their names. */
export async function attachedTo(file: Buffer): Promise<Record<string, Buffer>> {
  const pdf = await PDFDocument.load(file, { updateMetadata: false });
  return Object.fromEntries(pdf.getAttachments().map(({ name, data }) => [name, Buffer.from(data)]));
}
