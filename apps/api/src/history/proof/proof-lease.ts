import { randomUUID } from 'node:crypto';
import { MongoServerError, type Db } from 'mongodb';

interface LeaseDocument {
  _id: 'proof';
  owner: string;
  expiresAt: Date;
}

const duplicateKey = 11000;
const leaseMilliseconds = 60_000;

export const proofLeases = (ops: Db) => ops.collection<LeaseDocument>('history_proof_leases');

/** Runs work in one process at a time; null while another process has the lease. A process that dies loses the lease within a minute. */
export async function underProofLease<Result>(ops: Db, work: () => Promise<Result>): Promise<Result | null> {
  const [leases, owner] = [proofLeases(ops), randomUUID()];
  const expiry = () => new Date(Date.now() + leaseMilliseconds);
  try {
    const free = { _id: 'proof' as const, expiresAt: { $lte: new Date() } };
    await leases.updateOne(free, { $set: { owner, expiresAt: expiry() } }, { upsert: true });
  } catch (error) {
    if (error instanceof MongoServerError && error.code === duplicateKey) return null;
    throw error;
  }
  const renew = () => leases.updateOne({ _id: 'proof', owner }, { $set: { expiresAt: expiry() } });
  // If a renewal fails, the next one makes up for it. If all fail, a second process may begin, which does not damage the heads.
  const timer = setInterval(() => void renew().catch(() => undefined), leaseMilliseconds / 4);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await leases.deleteOne({ _id: 'proof', owner }).catch(() => undefined);
  }
}
