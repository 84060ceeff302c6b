import { mostMegabytes } from '@superscope/contracts/pdf-resources';

/** Why a file is not taken where a PDF is wanted; null if it is. */
export function pdfRejection({ name, type, size }: File): string | null {
  const told = (constraint: string) =>
    `File: '${name}' type: '${type}' did not pass: '${constraint}' validation constraint`;
  if (!/\.pdf$/i.test(name)) return told('.pdf');
  return size > mostMegabytes * 1024 ** 2 ? told(`at most ${mostMegabytes} MB`) : null;
}
