import { getDocumentProxy } from 'unpdf';

/** The bookmarks of a PDF that a viewer lists first, and how many each has below it. */
export async function bookmarks(file: Buffer): Promise<{ title: string; below: number }[]> {
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const outline = ((await pdf.getOutline()) as { title: string; items: unknown[] }[] | null) ?? [];
  await pdf.loadingTask.destroy();
  return outline.map(({ title, items }) => ({ title, below: items.length }));
}
