import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { LogoType } from '@superscope/domain/provider/provider';
import { ContentFiles } from '../platform/content-files.js';
import { Files } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { readInProcess, type ReadingLimits } from '../platform/reading-process.js';
import { damaged } from './damaged-picture.js';

/** 16 million pixels of four bytes, held twice. */
const limits: ReadingLimits = { milliseconds: 10_000, megabytes: 256 };
const lineEnd = 0x0a;

/** The built file, because a process cannot load TypeScript on Node 20. */
const program = createRequire(import.meta.url).resolve('@superscope/api/providers/redraw-picture.child');

/** The logos of all providers, drawn anew, so that a browser gets pixels alone. */
@Injectable()
export class LogoFiles extends ContentFiles {
  private readonly redrawing = new Map<string, Promise<string | null>>();

  constructor(files: Files) {
    super(files, 'logos');
  }

  /** Draws an uploaded picture anew, see redrawPicture. Throws Refusal with why it is not taken. */
  async redrawn(bytes: Uint8Array, gone: AbortSignal): Promise<Buffer> {
    const answer = await readInProcess(program, [], bytes, limits, gone);
    // A damaged picture can end its decoder.
    if (typeof answer === 'string') throw new Refusal(400, { message: damaged });
    const end = answer.indexOf(lineEnd);
    const { refused } = JSON.parse(answer.toString('utf8', 0, end)) as { refused?: string };
    if (refused !== undefined) throw new Refusal(400, { message: refused });
    return answer.subarray(end + 1);
  }

  /** Stores a picture that was drawn anew, and returns its SHA-256 digest in hex. */
  keepRedrawn(bytes: Buffer): Promise<string> {
    return this.keep(bytes, { redrawn: true });
  }

  /** A logo as a data URL; null without one, if its bytes are gone, or for one of an earlier release that is no picture. */
  async dataUrl(logo: { type: LogoType; sha256: string } | null | undefined): Promise<string | null> {
    if (logo == null) return null;
    const shown = await this.shownFor(logo.sha256);
    if (shown === null) return null;
    const bytes = await buffer(this.read(shown));
    return `data:${logo.type};base64,${bytes.toString('base64')}`;
  }

  /** The digest of what is shown: earlier releases stored logos as they were sent. Those are drawn anew when they are first asked for. */
  private async shownFor(sha256: string): Promise<string | null> {
    const entry = await this.entries.findOne({ filename: sha256 });
    if (entry === null) return null;
    if (entry.metadata?.['redrawn'] === true) return sha256;
    const known = entry.metadata?.['redrawnAs'] as string | null | undefined;
    if (known !== undefined) return known;
    const before = this.redrawing.get(sha256);
    if (before !== undefined) return before;
    const drawing = this.redrawStored(sha256).finally(() => this.redrawing.delete(sha256));
    this.redrawing.set(sha256, drawing);
    return drawing;
  }

  private async redrawStored(sha256: string): Promise<string | null> {
    let redrawnAs: string | null = null;
    try {
      redrawnAs = await this.keepRedrawn(
        await this.redrawn(await buffer(this.read(sha256)), new AbortController().signal),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    await this.entries.updateOne({ filename: sha256 }, { $set: { 'metadata.redrawnAs': redrawnAs } });
    return redrawnAs;
  }
}
