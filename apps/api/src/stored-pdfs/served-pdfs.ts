import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { attachment } from '../platform/http/attachment.js';
import { Refusal } from '../platform/http/problem.filter.js';
import type { PdfVerdict } from '../platform/pdf/pdf-store.js';
import { KeptPdfRegister } from './kept-pdf-register.js';
import { StoredPdfs, type PdfStoreName } from './stored-pdfs.js';

/** A PDF as it may leave the portal. */
export interface ServedPdf {
  sha256: string;
  bytes: number;
  /** It is refused, and an Admin keeps it: it never goes into a report or to another host. */
  isKept: boolean;
  stream: () => Readable;
}

/** A stored PDF as lists tell of it. */
export interface ListedPdf {
  /** Of the file that is served; until it was looked at, that of the stored one. */
  sha256: string;
  bytes: number;
  isRefused: boolean;
}

/** How many files that the job has not reached are looked at because somebody asks for them. */
const mostAtOnce = 6;
/** How long somebody waits for that. */
const patienceMs = 20_000;
const retryAfterSeconds = 30;

const refusedNow =
  'This PDF was refused when stored files were checked, so it is no longer served. An administrator sees why, and can have it replaced or kept.';
const notYet = 'This PDF is being checked before it is served. Please try again shortly.';

/** What a document that may do harm is served with: a browser that shows it all the same gives it no origin, scripts or forms. */
const strictPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** The one way out of the stores of PDFs: what is served is what the rewriter made, or nothing. */
@Injectable()
export class ServedPdfs {
  constructor(
    private readonly stored: StoredPdfs,
    private readonly kept: KeptPdfRegister,
  ) {}

  /**
   * The PDF to serve for a stored one; null if there is none. A file that the job has not reached is looked at first. Throws Refusal: 410
   * for a refused one that nobody keeps, and 503 if many are being looked at.
   */
  async of(name: PdfStoreName, sha256: string): Promise<ServedPdf | null> {
    const found = await this.stored.in(name).find(sha256);
    if (found === null) return null;
    const { rewritten } = found.verdict ?? (await this.soon(name, sha256));
    if (rewritten !== null) return this.rewritten(name, rewritten);
    if (!(await this.kept.has(sha256))) throw new Refusal(410, { message: refusedNow });
    return { sha256, bytes: found.bytes, isKept: true, stream: () => this.stored.in(name).read(sha256) };
  }

  /** The rewritten PDF of a stored one, for reports and other hosts; null if there is none, or if it is refused, also if it is kept. */
  async rewrittenOf(name: PdfStoreName, sha256: string): Promise<ServedPdf | null> {
    const found = await this.stored.in(name).find(sha256);
    if (found === null) return null;
    const { rewritten } = found.verdict ?? (await this.soon(name, sha256));
    return rewritten && this.rewritten(name, rewritten);
  }

  /** What lists tell of stored PDFs, by their digests, without having any looked at. */
  async listed(name: PdfStoreName, digests: readonly string[]): Promise<Map<string, ListedPdf>> {
    if (digests.length === 0) return new Map();
    const found = await this.stored.in(name).all(digests);
    return new Map(
      [...found].map(([sha256, { bytes, verdict }]) => [
        sha256,
        { sha256, bytes, ...verdict?.rewritten, isRefused: verdict !== null && verdict.rewritten === null },
      ]),
    );
  }

  /** Sends a PDF as a download. */
  async send(reply: FastifyReply, { bytes, isKept, stream }: ServedPdf, fileName: string): Promise<void> {
    if (isKept) void reply.header('Content-Security-Policy', strictPolicy);
    await reply
      .header('Content-Type', 'application/pdf')
      .header('Content-Length', bytes)
      .header('Content-Disposition', attachment(fileName, 'pdf'))
      .send(stream());
  }

  private rewritten(name: PdfStoreName, { sha256, bytes }: { sha256: string; bytes: number }): ServedPdf {
    return { sha256, bytes, isKept: false, stream: () => this.stored.in(name).read(sha256) };
  }

  /** The look goes on when nobody waits for it any more, so that the next one who asks finds its verdict. */
  private async soon(name: PdfStoreName, sha256: string): Promise<PdfVerdict> {
    const refusal = new Refusal(503, { message: notYet }, { retryAfterSeconds });
    if (!this.stored.isLookedAt(name, sha256) && this.stored.looking >= mostAtOnce) throw refusal;
    const patience = new AbortController();
    const late = delay(patienceMs, null, { signal: patience.signal }).catch(() => null);
    try {
      const verdict = await Promise.race([this.stored.look(name, sha256), late]);
      if (verdict === null) throw refusal;
      return verdict;
    } finally {
      patience.abort();
    }
  }
}
