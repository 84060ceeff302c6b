import type { TableName, ViewName } from '@superscope/contracts/read-models/read-models';
import type { Target } from '../runtime/writing/target.js';

/** Replaces the live tables and collections with the rebuilt ones. */
export async function switchOver(
  live: Target,
  rebuilt: Target,
  tables: readonly TableName[],
  views: readonly ViewName[],
): Promise<void> {
  for (const name of tables) await live.exchange(name, rebuilt);
  for (const name of views) {
    const built = rebuilt.view(name);
    // An empty collection may not exist, and only an existing one can be renamed.
    if ((await built.estimatedDocumentCount()) === 0) await live.view(name).deleteMany({});
    else await built.rename(live.view(name).collectionName, { dropTarget: true });
  }
}
