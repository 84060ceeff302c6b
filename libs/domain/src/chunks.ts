/** Rows carry a fund's own texts: an event of so many letters stays far under the 256 KiB it may have, three bytes a letter included. */
const lettersPerChunk = 60_000;

/** Rows in events of at most `mostRows`, each small enough to be stored; one event without rows where there are none. */
export function inChunks<Row>(rows: readonly Row[], mostRows: number): Row[][] {
  const chunks: Row[][] = [[]];
  let letters = 0;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    const chunk = chunks.at(-1)!;
    if (chunk.length > 0 && (chunk.length === mostRows || letters + size > lettersPerChunk)) {
      chunks.push([row]);
      letters = size;
    } else {
      chunk.push(row);
      letters += size;
    }
  }
  return chunks;
}
