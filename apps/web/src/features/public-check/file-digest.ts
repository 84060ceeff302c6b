const CHUNK = 1024 ** 2;

/**
 * The SHA-256 of a file in hex, which is read in this browser. `onPart` hears which part (0 to 1) is read. Rejects if the file cannot be
 * read, if the signal aborts, or on a page that was opened without TLS, where browsers have no digests.
 */
export async function fileDigest(file: File, signal: AbortSignal, onPart: (part: number) => void): Promise<string> {
  const bytes = new Uint8Array(file.size);
  for (let at = 0; at < file.size; at += CHUNK) {
    bytes.set(new Uint8Array(await file.slice(at, at + CHUNK).arrayBuffer()), at);
    signal.throwIfAborted();
    onPart(Math.min(1, (at + CHUNK) / file.size));
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
