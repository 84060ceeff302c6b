import { getDocumentProxy } from 'unpdf';

/** By what a viewer names each page of a PDF; empty where it counts them instead. */
export async function pageLabels(file: Buffer): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const labels = await pdf.getPageLabels();
  await pdf.loadingTask.destroy();
  return labels ?? [];
}
