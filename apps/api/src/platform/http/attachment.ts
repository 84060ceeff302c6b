/** The Content-Disposition header of a download. Characters that are not allowed in file names on every system become hyphens. */
export function attachment(name: string, extension: string): string {
  const safe = name.replace(/[\u0000-\u001f\u007f"\\/:*?<>|]+/g, '-').trim() || 'download';
  const plain = safe.replace(/[^\x20-\x7e]+/g, '-');
  const whole = encodeURIComponent(`${safe}.${extension}`).replace(/['()]/g, escape);
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${whole}`;
}

const escape = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
