import { basename } from 'node:path';
import { openAsBlob } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  importAnswer,
  type ImportAnswer,
  importProgress,
  importRefusal,
  type ImportProgress,
  type ImportRefusal,
} from '@superscope/contracts/csv-import';
import { importAsked, type ImportAsked } from '@superscope/contracts/import-effect';
import { questionLines } from './effect-lines.js';
import { z } from 'zod';

/** The number of errors that fit on a screen. */
const shownErrors = 20;

/** Nothing was imported, because what the file changes is to be confirmed. */
export class ToConfirm extends Error {
  constructor(name: string, asked: ImportAsked) {
    super([`${name}: ${asked.message}`, ...questionLines(asked)].join('\n'));
    this.name = 'ToConfirm';
  }
}

/** A client of the portal's api that signs in and imports files with the same requests as the web client. */
export class PortalClient {
  private cookie = '';

  constructor(private readonly url: string) {}

  async signIn(username: string, password: string): Promise<void> {
    const answer = await this.request('/api/authentication', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    if (!answer.ok) throw new Error(`Signing in as ${username} was refused: ${await messageOf(answer)}`);
    this.cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  }

  /** Waits until none of the user's imports runs, including imports that the api resumed after a restart. */
  async idle(): Promise<void> {
    for (;;) {
      const answer = await this.request('/api/csv/imports');
      if (!answer.ok) throw new Error(await messageOf(answer));
      const own = z.array(importProgress).parse(await answer.json());
      if (!own.some(({ state }) => state === 'running')) return;
      await delay(500);
    }
  }

  /**
   * Uploads a file and returns the import's id. Uploads with the same key are one import. Throws the first validation errors of an invalid
   * file, and what is to be confirmed.
   */
  async startImport(table: string, path: string, query: Record<string, string> = {}, key?: string): Promise<string> {
    const { importId } = await this.upload(table, path, query, key);
    if (importId === null) throw new Error(`Importing ${basename(path)} was not started.`);
    return importId;
  }

  /** Checks a file and says what its import would change; nothing is written. Throws as `startImport` does. */
  checkFile(table: string, path: string, query: Record<string, string> = {}): Promise<ImportAnswer> {
    return this.upload(table, path, { ...query, dryRun: 'true' });
  }

  private async upload(
    table: string,
    path: string,
    query: Record<string, string>,
    key?: string,
  ): Promise<ImportAnswer> {
    const form = new FormData();
    form.append('file', await openAsBlob(path, { type: 'text/csv' }), basename(path));
    const search = new URLSearchParams({ table, ...query });
    const answer = await this.request(`/api/csv/import?${search}`, {
      method: 'POST',
      body: form,
      ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
    });
    if (answer.ok) return importAnswer.parse(await answer.json());
    const body: unknown = await answer.json().catch(() => null);
    const refusal = importRefusal.safeParse(body);
    if (refusal.success)
      throw new Error([`${basename(path)}: ${refusal.data.message}`, ...errorLines(refusal.data)].join('\n'));
    const asked = importAsked.safeParse(body);
    if (answer.status === 409 && asked.success && asked.data.confirm !== undefined)
      throw new ToConfirm(basename(path), asked.data);
    const said = (body as { message?: string } | null)?.message;
    throw new Error(`${basename(path)}: ${said ?? `the import failed with ${answer.status}.`}`);
  }

  /** Waits for an import's end; throws its message when it failed. */
  async finishImport(importId: string, onProgress: (progress: ImportProgress) => void): Promise<ImportProgress> {
    for (;;) {
      const answer = await this.request(`/api/csv/imports/${importId}`);
      // The read model may not yet have an import that was just accepted.
      if (answer.ok) {
        const progress = importProgress.parse(await answer.json());
        onProgress(progress);
        if (progress.state === 'completed') return progress;
        if (progress.state === 'failed') throw new Error(progress.message ?? 'The import failed.');
      } else if (answer.status !== 404) throw new Error(await messageOf(answer));
      await delay(150);
    }
  }

  request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('X-Requested-By', 'superscope');
    if (this.cookie) headers.set('Cookie', this.cookie);
    return fetch(`${this.url}${path}`, { ...init, headers }).catch((error: unknown) => {
      throw new Error(`No portal answers at ${this.url}. Start it with npm start, or name its address.`, {
        cause: error,
      });
    });
  }
}

/** The first errors as lines for a terminal, and the number of further ones. */
export function errorLines({ errors, errorCount }: Pick<ImportRefusal, 'errors' | 'errorCount'>): string[] {
  const first = errors.slice(0, shownErrors).map(({ line, column, message }) => {
    const place = [...(line === null ? [] : [`line ${line}`]), ...(column === null ? [] : [column])].join(', ');
    return `  ${place === '' ? '' : `${place}: `}${message}`;
  });
  const more = errorCount - first.length;
  return more > 0 ? [...first, `  and ${more.toLocaleString('en-AU')} more`] : first;
}

const messageOf = async (answer: Response): Promise<string> => {
  const body = (await answer.json().catch(() => null)) as { message?: string } | null;
  return body?.message ?? `status ${answer.status}`;
};
