import { ObjectId, type Db } from 'mongodb';

/** Deletes what is left of files of a bucket that were begun before a time by an api that has died. GridFS lists only finished files. */
export async function deleteCutOffFiles(db: Db, bucketName: string, time: Date): Promise<void> {
  const entries = db.collection(`${bucketName}.files`);
  const chunks = db.collection<{ files_id: ObjectId }>(`${bucketName}.chunks`);
  const before = ObjectId.createFromTime(Math.floor(time.getTime() / 1000));
  for (let after = ObjectId.createFromTime(0); ;) {
    // Uses the index to skip from file to file, however many chunks each has.
    const next = await chunks.findOne(
      { files_id: { $gt: after, $lt: before } },
      { sort: { files_id: 1 }, projection: { files_id: 1 } },
    );
    if (next === null) return;
    after = next.files_id;
    if ((await entries.countDocuments({ _id: after })) === 0) await chunks.deleteMany({ files_id: after });
  }
}
