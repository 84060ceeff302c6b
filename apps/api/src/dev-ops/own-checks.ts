import { Injectable } from '@nestjs/common';
import type { DevOpsTree } from '@superscope/contracts/dev-ops';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { Ops } from '../platform/engines.module.js';
import { lagsAfterSeconds } from './containers-tree.js';
import { counted, durationText } from './tree-nodes.js';

/** What a check looks at. */
export interface Looked {
  health: SystemHealth;
  /** Null if they could not be read. */
  batches: DevOpsTree | null;
}

export interface Finding {
  /** `pending`: not yet so bad that somebody must come. */
  state: 'fires' | 'pending';
  said: string;
  /** What concerns it, one by one; empty if that needs no list. Never plans or members. */
  parts?: readonly { label: string; description: string }[];
}

/** Something that the product looks at itself. */
export interface OwnCheck {
  /** As alerts are named: 'FileLate'. */
  name: string;
  /** What is well while it is quiet, in a few words. */
  looksAt: string;
  /** The others are not asked while MongoDB is away: what they would find are the zeros of something that was not read. */
  needsNoMongo?: true;
  /** Null while all is well. May throw if it cannot look. */
  look(at: Looked): Finding | null | Promise<Finding | null>;
}

export interface CheckOutcome {
  name: string;
  looksAt: string;
  finding: Finding | null;
  /** When this was first found; null while nothing is. */
  since: Date | null;
}

interface FoundDocument {
  /** The check's name. */
  _id: string;
  since: Date;
}

const fires = (said: string): Finding => ({ state: 'fires', said });
const pending = (said: string): Finding => ({ state: 'pending', said });
const engineNames = {
  eventStore: 'the event store',
  mongo: 'MongoDB',
  clickhouse: 'ClickHouse',
  vault: 'the key vault',
};

const engineCheck = (name: keyof typeof engineNames): OwnCheck => ({
  name: `${name[0]!.toUpperCase()}${name.slice(1)}Away`,
  looksAt: `${engineNames[name]} answers`,
  needsNoMongo: true,
  look: ({ health }) =>
    health.engines.some((each) => each.name === name && !each.reachable)
      ? fires(`${engineNames[name]} does not answer`)
      : null,
});

/** Read models this far behind need somebody. */
const farBehindSeconds = 5 * 60;
/** Days before which a token that is about to expire should be replaced. */
const replaceTokenDays = 7;

/** Throws if it could not be told how far behind they are, because the event store is away. */
function behind(what: string, seconds: number | null): Finding | null {
  if (seconds === null) throw new Error('It is not known how far behind they are.');
  if (seconds <= lagsAfterSeconds) return null;
  const said = `${what} ${durationText(seconds)} behind`;
  return seconds > farBehindSeconds ? fires(said) : pending(`${said}, fires after ${durationText(farBehindSeconds)}`);
}

/** Throws if batch jobs could not be read, because nothing is known of them then. */
function countIn({ batches }: Looked, state: 'failed' | 'attention'): string | null {
  if (batches === null) throw new Error('Batch jobs could not be read.');
  return batches.summary.find((each) => each.state === state)?.sentence ?? null;
}

const usual: readonly OwnCheck[] = [
  engineCheck('eventStore'),
  engineCheck('mongo'),
  engineCheck('clickhouse'),
  engineCheck('vault'),
  {
    name: 'ProjectorDown',
    looksAt: 'a projector runs',
    look: ({ health }) => (health.projectors === 0 ? fires('no projector runs, so new data does not appear') : null),
  },
  {
    name: 'ProjectorBehind',
    looksAt: `read models are less than ${lagsAfterSeconds} s behind`,
    look: ({ health }) => behind('read models are', health.secondsBehind),
  },
  {
    name: 'RelayBehind',
    looksAt: `Kafka is less than ${lagsAfterSeconds} s behind`,
    look: ({ health: { relay } }) => (relay === null ? null : behind('Kafka is', relay.secondsBehind)),
  },
  {
    name: 'DeadLetters',
    looksAt: 'every event could be applied',
    look: ({ health: { deadLetters } }) =>
      deadLetters.waiting === 0 ? null : fires(`${counted(deadLetters.waiting, 'event')} could not be applied`),
  },
  {
    name: 'WorkFailed',
    looksAt: 'no background work failed',
    look: (at) => {
      const said = countIn(at, 'failed');
      return said === null ? null : fires(said);
    },
  },
  {
    name: 'ClockFailed',
    looksAt: 'everything ran by the clock',
    look: (at) => {
      const said = countIn(at, 'attention');
      return said === null ? null : fires(said);
    },
  },
  {
    name: 'RebuildFailed',
    looksAt: 'the newest rebuild went well',
    look: ({ health: { rebuild } }) => {
      if (rebuild?.state === 'failed') return fires('the newest rebuild failed');
      if (rebuild?.state === 'silent') return fires('the newest rebuild says nothing');
      if (rebuild?.state === 'differs')
        return fires(`the newest rebuild found ${counted(rebuild.differences, 'difference')}`);
      return null;
    },
  },
  {
    name: 'MailFailed',
    looksAt: 'mail servers accepted every mail of 30 days',
    look: ({ health: { outbox } }) =>
      outbox.failed === 0 ? null : pending(`${counted(outbox.failed, 'mail')} of 30 days could not be sent`),
  },
  {
    name: 'HistoryDiffers',
    looksAt: 'the history equals its signed heads',
    look: ({ health: { proof } }) =>
      proof.last?.difference
        ? fires('the history differs from what was signed')
        : proof.failedAt !== null
          ? fires('the history could not be compared with what was signed')
          : null,
  },
  {
    name: 'HistoryNotCompared',
    looksAt: 'the history was compared within a day',
    look: ({ health: { proof } }) =>
      proof.daysWithout !== null && proof.daysWithout >= 2
        ? pending(`the history was not compared for ${counted(proof.daysWithout, 'day')}`)
        : null,
  },
  {
    name: 'ProofDiffers',
    looksAt: 'replays equal what was shown',
    look: ({ health: { history } }) =>
      history.proofs.differing === 0
        ? null
        : fires(`${counted(history.proofs.differing, 'replay')} differed from what was shown`),
  },
  {
    name: 'DigestsMissed',
    looksAt: 'last night’s digests were kept',
    look: ({ health: { history } }) =>
      (history.digests?.missed ?? 0) === 0
        ? null
        : pending(`${counted(history.digests!.missed!, 'digest')} of last night are missing`),
  },
  {
    name: 'UnknownProxy',
    looksAt: 'only named proxies forward',
    look: ({ health: { unknownProxies } }) =>
      unknownProxies.length === 0
        ? null
        : {
            state: 'pending',
            said: `${counted(unknownProxies.length, 'sender')} forwards without being named as a proxy`,
            parts: unknownProxies.map(({ address, requests, header }) => ({
              label: address,
              description: `${counted(requests, 'request')} with ${header}`,
            })),
          },
  },
  {
    name: 'TokenExpires',
    looksAt: 'applications’ tokens last a week or more',
    look: ({ health: { expiringTokens } }) => {
      const soon = expiringTokens.filter(({ daysLeft }) => daysLeft < replaceTokenDays);
      return soon.length === 0
        ? null
        : {
            state: 'pending',
            said: `${counted(soon.length, 'token')} of applications ${soon.length === 1 ? 'expires' : 'expire'} within a week`,
            parts: soon.map(({ label, daysLeft }) => ({ label, description: `${counted(daysLeft, 'day')} left` })),
          };
    },
  },
];

/** The product's own checks. An area adds those that are about its own when the process starts. */
@Injectable()
export class OwnChecks {
  private readonly checks: OwnCheck[] = [...usual];

  constructor(private readonly ops: Ops) {}

  add(check: OwnCheck): void {
    this.checks.push(check);
  }

  /** Every check, with what it found and since when. Without MongoDB nothing is known of since when. */
  async look(at: Looked): Promise<CheckOutcome[]> {
    const { engines } = at.health;
    const isMongoAway = engines.some(({ name, reachable }) => name === 'mongo' && !reachable);
    const found = await Promise.all(
      this.checks.map(async ({ name, looksAt, look, needsNoMongo = false }) => ({
        name,
        looksAt,
        ...(isMongoAway && !needsNoMongo ? blind : await tried(look, at)),
      })),
    );
    const hasMongo = engines.some(({ name, reachable }) => name === 'mongo' && reachable);
    const since = hasMongo ? await this.since(found).catch(() => new Map<string, Date>()) : new Map<string, Date>();
    return found.map(({ name, looksAt, finding, looked }) => ({
      name,
      looksAt,
      finding,
      since: finding === null || !looked ? null : (since.get(name) ?? null),
    }));
  }

  /** Keeps since when each of them is found, for every api, and forgets those that looked and found nothing. */
  private async since(outcomes: readonly ({ name: string } & Tried)[]): Promise<Map<string, Date>> {
    const names = outcomes.flatMap(({ name, finding, looked }) => (looked && finding !== null ? [name] : []));
    const unlooked = outcomes.flatMap(({ name, looked }) => (looked ? [] : [name]));
    const kept = this.ops.db.collection<FoundDocument>('found_checks');
    const now = new Date();
    await Promise.all([
      kept.deleteMany({ _id: { $nin: [...names, ...unlooked] } }),
      ...names.map((_id) => kept.updateOne({ _id }, { $setOnInsert: { since: now } }, { upsert: true })),
    ]);
    return new Map((await kept.find({}).toArray()).map(({ _id, since }) => [_id, since]));
  }
}

interface Tried {
  finding: Finding | null;
  /** Whether it could look, so that what it found is known. */
  looked: boolean;
}

/** A check that cannot look is not quiet. */
const blind: Tried = { finding: pending('this could not be looked at'), looked: false };

async function tried(look: OwnCheck['look'], at: Looked): Promise<Tried> {
  try {
    return { finding: await look(at), looked: true };
  } catch {
    return blind;
  }
}
