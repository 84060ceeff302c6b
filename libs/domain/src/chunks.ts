/** Keeps an event below its limit of 256 KiB even when every character takes three bytes. */
const charactersPerChunk = 60_000;

/** Splits rows into chunks of at most `mostRows` that each fit into one event. No rows give one empty chunk. */
export function inChunks<Row>(rows: readonly Row[], mostRows: number): Row[][] {
  const chunks: Row[][] = [[]];
  let characters = 0;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    const chunk = chunks.at(-1)!;
    if (chunk.length > 0 && (chunk.length === mostRows || characters + size > charactersPerChunk)) {
      chunks.push([row]);
      characters = size;
    } else {
      chunk.push(row);
      characters += size;
    }
  }
  return chunks;
}
