import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';

/** Asks projectors not to derive plans' figures yet, while a loader writes facts that would make them stale again and again. */
interface HoldDocument {
  _id: 'derivations';
  /** The one who asked; whoever asked last counts. */
  holder: string;
  /** A loader that died holds nothing for longer. */
  expiresAt: Date;
  /** Ids of the plans that are derived all the same. */
  despite: string[];
}

const usual = { lastsMs: 30_000, renewEveryMs: 5_000 };

const holdsOf = (ops: Db): Collection<HoldDocument> => ops.collection<HoldDocument>('derivationHold');

/** Ids of the plans that may be derived while the others are held; null while nothing is held. */
export async function derivedDespiteHold(ops: Db): Promise<ReadonlySet<string> | null> {
  const hold = await holdsOf(ops).findOne({ _id: 'derivations', expiresAt: { $gt: new Date() } });
  return hold === null ? null : new Set(hold.despite);
}

export interface DerivationHold {
  /** From now on these plans are derived. */
  except(planIds: readonly string[]): Promise<void>;
  /** Lets all plans be derived, unless somebody else asked for a hold meanwhile. */
  end(): Promise<void>;
}

/** Holds derivations until it is ended, or until this process has not renewed it for half a minute. */
export async function holdDerivations(ops: Db, times = usual): Promise<DerivationHold> {
  const mine = { _id: 'derivations', holder: randomUUID() } as const;
  const expiresAt = () => new Date(Date.now() + times.lastsMs);
  await holdsOf(ops).updateOne(
    { _id: mine._id },
    { $set: { holder: mine.holder, expiresAt: expiresAt(), despite: [] } },
    { upsert: true },
  );
  const renew = () => holdsOf(ops).updateOne(mine, { $set: { expiresAt: expiresAt() } });
  // A later renewal may still be in time; a hold that expires costs only work.
  const timer = setInterval(() => void renew().catch(() => undefined), times.renewEveryMs);
  timer.unref();
  return {
    except: async (planIds) => {
      await holdsOf(ops).updateOne(mine, { $set: { despite: [...planIds] } });
    },
    end: async () => {
      clearInterval(timer);
      await holdsOf(ops).deleteOne(mine);
    },
  };
}
