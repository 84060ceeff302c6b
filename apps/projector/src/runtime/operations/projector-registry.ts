import type { Collection, Db } from 'mongodb';

interface RunningProjector {
  _id: string;
  startedAt: Date;
  at: Date;
  /** Who asked it to stand still and sees that it does. */
  standing?: string;
}

const noteEveryMilliseconds = 5_000;
/** One that was not heard of for this long does not run. */
const goneAfterSeconds = 20;

/** Which projectors run, so that who asks for something knows whether anybody will do it, and who all must stand still. */
export class ProjectorRegistry {
  private notedAt = -Infinity;
  private readonly projectors: Collection<RunningProjector>;

  constructor(ops: Db) {
    this.projectors = ops.collection('projectors');
  }

  async createIndexes(): Promise<void> {
    await this.projectors.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
  }

  /** Says that this projector runs; called often, written every few seconds. */
  async note(id: string): Promise<void> {
    if (performance.now() - this.notedAt < noteEveryMilliseconds) return;
    const at = new Date();
    await this.projectors.updateOne({ _id: id }, { $set: { at }, $setOnInsert: { startedAt: at } }, { upsert: true });
    this.notedAt = performance.now();
  }

  async forget(id: string): Promise<void> {
    await this.projectors.deleteOne({ _id: id });
  }

  /** Says that this projector writes nothing until whoever asked for that lets it go. */
  async stand(id: string, askedBy: string): Promise<void> {
    await this.projectors.updateOne({ _id: id }, { $set: { standing: askedBy, at: new Date() } }, { upsert: true });
  }

  /** Whether none that runs may still write. */
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
