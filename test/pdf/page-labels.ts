import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** By what a viewer names each page of a PDF; empty where it counts them instead. */
export async function pageLabels(file: Buffer): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(file) });
  const labels = await (await loading.promise).getPageLabels();
  await loading.destroy();
  return labels ?? [];
}
