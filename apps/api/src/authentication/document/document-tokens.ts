import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Ops } from '../../platform/engines.module.js';
import { Clock } from '../../platform/time/clock.js';

/** What a token is for: one document about one plan, at a user's request. */
export interface DocumentToken {
  /** The kind of document, such as `pcmreport`. */
  document: string;
  planId: string;
  userId: string;
}

interface TokenDocument extends DocumentToken {
  /** SHA-256 of the token, so that the database alone is not enough to use it. */
  _id: string;
  endsAt: Date;
}

const documentTokenMinutes = 5;
const prefix = 'ssd_';
const pattern = new RegExp(`^${prefix}[\\w-]{43}$`);

/** Whether a bearer token belongs to a document rather than to an application. */
export const isDocumentToken = (text: string): boolean => text.startsWith(prefix);

const idOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * Tokens for the pages from which documents are made. They are stored, because the renderer may ask another api process than the one that
 * issued the token.
 */
@Injectable()
export class DocumentTokens {
  constructor(
    private readonly ops: Ops,
    private readonly clock: Clock,
  ) {}

  private get collection() {
    return this.ops.db.collection<TokenDocument>('documentTokens');
  }

  async issue(token: DocumentToken): Promise<string> {
    const text = prefix + randomBytes(32).toString('base64url');
    const endsAt = new Date(this.clock.now().getTime() + documentTokenMinutes * 60_000);
    await this.collection.insertOne({ _id: idOf(text), ...token, endsAt });
    return text;
  }

  /** Null if the token was never issued, has expired or was revoked. */
  async find(text: string): Promise<DocumentToken | null> {
    if (!pattern.test(text)) return null;
    const found = await this.collection.findOne({ _id: idOf(text) });
    return found === null || found.endsAt <= this.clock.now() ? null : found;
  }

  /** Called once the document is made, so that its token is worthless. */
  async revoke(text: string): Promise<void> {
    await this.collection.deleteOne({ _id: idOf(text) });
  }
}
