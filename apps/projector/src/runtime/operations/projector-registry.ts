import type { Collection, Db } from 'mongodb';

interface RunningProjector {
  _id: string;
  startedAt: Date;
  at: Date;
  /** Id of the pause during which the projector stands still. */
  standing?: string;
}

const noteEveryMilliseconds = 5_000;
/** A projector that recorded nothing for this long is not running. */
const goneAfterSeconds = 20;

/**
 * Which projectors run. It tells a caller whether a projector can execute a request, and whether all of them stand
 * still.
 */
export class ProjectorRegistry {
  private notedAt = -Infinity;
  private readonly projectors: Collection<RunningProjector>;

  constructor(ops: Db) {
    this.projectors = ops.collection('projectors');
  }

  /** Records that this projector runs. It is called often, and written every few seconds. */
  async note(id: string): Promise<void> {
    if (performance.now() - this.notedAt < noteEveryMilliseconds) return;
    const at = new Date();
    await this.projectors.updateOne({ _id: id }, { $set: { at }, $setOnInsert: { startedAt: at } }, { upsert: true });
    this.notedAt = performance.now();
  }

  async forget(id: string): Promise<void> {
    await this.projectors.deleteOne({ _id: id });
  }

  /** Records that this projector writes nothing until the pause ends. */
  async stand(id: string, askedBy: string): Promise<void> {
    await this.projectors.updateOne({ _id: id }, { $set: { standing: askedBy, at: new Date() } }, { upsert: true });
  }

  /** Whether every running projector stands still for this pause. */
  async allStand(askedBy: string): Promise<boolean> {
    return (await this.projectors.findOne({ ...this.heardOf(), standing: { $ne: askedBy } })) === null;
  }

  async count(): Promise<number> {
    return this.projectors.countDocuments(this.heardOf());
  }

  private heardOf() {
    return { at: { $gt: new Date(Date.now() - goneAfterSeconds * 1000) } };
  }
}
