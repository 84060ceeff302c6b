import { buffer } from 'node:stream/consumers';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Files } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { PdfStore, type PdfVerdict, type StoredPdf } from '../platform/pdf/pdf-store.js';
import { rewriterVersion } from '../platform/pdf/rewriter-version.js';
import { PdfCleaner } from './pdf-cleaner.js';

/** Where PDFs are stored, by the name of the collection. */
export const pdfStoreNames = ['flyers', 'micrositeDocuments', 'reportPdfs'] as const;
export type PdfStoreName = (typeof pdfStoreNames)[number];

/** The PDFs that are stored, and what the rewriter makes of those that earlier releases stored. */
@Injectable()
export class StoredPdfs implements BeforeApplicationShutdown {
  private readonly stores: Readonly<Record<PdfStoreName, PdfStore>>;
  private readonly ending = new AbortController();
  private readonly looks = new Map<string, Promise<PdfVerdict>>();

  constructor(
    files: Files,
    private readonly cleaner: PdfCleaner,
  ) {
    const [flyers, micrositeDocuments, reportPdfs] = pdfStoreNames.map((name) => new PdfStore(files, name));
    this.stores = { flyers: flyers!, micrositeDocuments: micrositeDocuments!, reportPdfs: reportPdfs! };
  }

  beforeApplicationShutdown(): void {
    this.end();
  }

  /** Cuts off what is being looked at. */
  end(): void {
    this.ending.abort();
  }

  in(name: PdfStoreName): PdfStore {
    return this.stores[name];
  }

  /** How many files are looked at, or wait for that, in this process. */
  get looking(): number {
    return this.looks.size;
  }

  isLookedAt(name: PdfStoreName, sha256: string): boolean {
    return this.looks.has(`${name}/${sha256}`);
  }

  /**
   * Has a stored file rewritten, and notes what came of it. Whoever asks for the same file meanwhile gets the same answer. If it is cut off,
   * nothing is noted, and it is repeated without harm.
   */
  look(name: PdfStoreName, sha256: string): Promise<PdfVerdict> {
    const key = `${name}/${sha256}`;
    const begun = this.looks.get(key);
    if (begun !== undefined) return begun;
    const look = this.judged(name, sha256).finally(() => this.looks.delete(key));
    this.looks.set(key, look);
    return look;
  }

  /** How many there are in all stores, and how many of them the present rewriter has not looked at. */
  async counts(): Promise<{ total: number; unchecked: number }> {
    const all = await Promise.all(pdfStoreNames.map((name) => this.stores[name].counts()));
    const sum = (of: 'total' | 'unchecked') => all.reduce((so, each) => so + each[of], 0);
    return { total: sum('total'), unchecked: sum('unchecked') };
  }

  /** Those that are refused, each once, with the stores that have it. */
  async refused(): Promise<Map<string, { pdf: StoredPdf & { verdict: PdfVerdict }; stores: PdfStoreName[] }>> {
    const all = new Map<string, { pdf: StoredPdf & { verdict: PdfVerdict }; stores: PdfStoreName[] }>();
    for (const name of pdfStoreNames)
      for (const { verdict, ...pdf } of await this.stores[name].refused()) {
        if (verdict === null) continue;
        const known = all.get(pdf.sha256);
        if (known === undefined) all.set(pdf.sha256, { pdf: { ...pdf, verdict }, stores: [name] });
        else known.stores.push(name);
      }
    return all;
  }

  private async judged(name: PdfStoreName, sha256: string): Promise<PdfVerdict> {
    const store = this.stores[name];
    const bytes = await buffer(store.read(sha256));
    const verdict = { version: rewriterVersion, at: new Date() };
    let cleaned;
    try {
      cleaned = await this.cleaned(bytes);
    } catch (error) {
      // What was cut off says nothing of the file.
      if (!(error instanceof Refusal) || error.status !== 400 || this.ending.signal.aborted) throw error;
      const refused = { ...verdict, rewritten: null, refused: whyOf(error) };
      await store.note(sha256, refused);
      return refused;
    }
    const pages = cleaned.texts.length;
    const about = name === 'reportPdfs' ? { texts: cleaned.texts } : { pages };
    // Stored first, so that a verdict never names a file that does not exist.
    const rewritten = { sha256: await store.keep(Buffer.from(cleaned.bytes), about), bytes: cleaned.bytes.length };
    const accepted = { ...verdict, rewritten, refused: null };
    await store.note(sha256, accepted);
    return accepted;
  }

  /** A refusal must be said twice: a file may run out of time because the machine was busy. */
  private cleaned(bytes: Buffer) {
    const { signal } = this.ending;
    return this.cleaner.clean(bytes, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return this.cleaner.clean(bytes, signal);
    });
  }
}

/** Why a file is refused, without its name and without advice to whoever uploads one. */
const whyOf = ({ message }: Refusal): string =>
  message.replace(/^‘this PDF’ was refused\. /, '').replace(/ (Save|Print) it [^.]*try again\.$/, '');
