import { Injectable } from '@nestjs/common';
import { Ops } from '../../platform/engines.module.js';

interface AskedDocument {
  /** The user and the file's name. */
  _id: string;
  table: string;
  /** Null: nothing was asked. */
  code: string | null;
  at: Date;
}

const idOf = (userId: string, fileName: string): string => `${userId}/${fileName}`;

/**
 * Remembers for a day what a user was asked about a file, so that `confirmed=true` confirms what was shown, and not what has changed since.
 */
@Injectable()
export class AskedBefore {
  constructor(private readonly ops: Ops) {}

  private get asked() {
    return this.ops.db.collection<AskedDocument>('import_questions');
  }

  /** The code of the questions that were asked last, null if nothing was asked; undefined if the file was not checked. */
  async code(userId: string, fileName: string): Promise<string | null | undefined> {
    return (await this.asked.findOne({ _id: idOf(userId, fileName) }))?.code;
  }

  async keep(userId: string, fileName: string, table: string, code: string | null): Promise<void> {
    await this.asked.replaceOne({ _id: idOf(userId, fileName) }, { table, code, at: new Date() }, { upsert: true });
  }

  async forget(userId: string, fileName: string): Promise<void> {
    await this.asked.deleteOne({ _id: idOf(userId, fileName) });
  }
}
