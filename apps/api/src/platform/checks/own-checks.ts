import { Injectable } from '@nestjs/common';
import type { DevOpsTree } from '@superscope/contracts/dev-ops';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { Ops } from '../engines.module.js';
import type { Right } from '@superscope/contracts/rights';

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
  /** What concerns it, one by one; empty if that needs no list. Never plans or members. `key` tells one from another, by default its label. */
  parts?: readonly { key?: string; label: string; description: string }[];
}

/** Something that the product looks at itself. */
export interface OwnCheck {
  /** Its id, which alerts are kept and deduplicated by: 'FileLate'. */
  name: string;
  /** What people call it on every screen, in mails and in operations.md; by default its name in words: 'File late'. */
  title?: string;
  /** The page that shows what it is about, and the right that a reader needs for it. */
  page?: CheckPage;
  /** What is well while it is quiet, in a few words. */
  looksAt: string;
  /** The others are not asked while MongoDB is away: what they would find are the zeros of something that was not read. */
  needsNoMongo?: true;
  /** Null while all is well. May throw if it cannot look. */
  look(at: Looked): Finding | null | Promise<Finding | null>;
}

export interface CheckPage {
  name: string;
  path: string;
  right: Right;
}

export interface CheckOutcome {
  name: string;
  title: string;
  page: CheckPage | null;
  looksAt: string;
  finding: Finding | null;
  /** False if it could not look, so that it is not known whether all is well. */
  looked: boolean;
  /** When this was first found; null while nothing is. */
  since: Date | null;
}

interface FoundDocument {
  /** The check's name. */
  _id: string;
  since: Date;
}

/** 'FileLate' as 'File late'. */
const inWords = (name: string): string =>
  name[0]! + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The product's own checks. An area adds those that are about its own when the process starts. */
@Injectable()
export class OwnChecks {
  private readonly checks: OwnCheck[] = [];

  constructor(private readonly ops: Ops) {}

  add(...checks: readonly OwnCheck[]): void {
    this.checks.push(...checks);
  }

  names(): string[] {
    return this.checks.map(({ name }) => name);
  }

  /** What each check is called, whatever it finds. */
  titles(): string[] {
    return this.checks.map(({ name, title = inWords(name) }) => title);
  }

  /** Every check, with what it found and since when. Without MongoDB nothing is known of since when. */
  async look(at: Looked): Promise<CheckOutcome[]> {
    const { engines } = at.health;
    const isMongoAway = engines.some(({ name, reachable }) => name === 'mongo' && !reachable);
    const found = await Promise.all(
      this.checks.map(async ({ name, title = inWords(name), page = null, looksAt, look, needsNoMongo = false }) => ({
        name,
        title,
        page,
        looksAt,
        ...(isMongoAway && !needsNoMongo ? blind : await tried(look, at)),
      })),
    );
    const hasMongo = engines.some(({ name, reachable }) => name === 'mongo' && reachable);
    const since = hasMongo ? await this.since(found).catch(() => new Map<string, Date>()) : new Map<string, Date>();
    return found.map(({ name, title, page, looksAt, finding, looked }) => ({
      name,
      title,
      page,
      looksAt,
      finding,
      looked,
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
const blind: Tried = { finding: { state: 'pending', said: 'this could not be looked at' }, looked: false };

async function tried(look: OwnCheck['look'], at: Looked): Promise<Tried> {
  try {
    return { finding: await look(at), looked: true };
  } catch {
    return blind;
  }
}
