import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { MadeFiles } from '../work/made-files.js';
import type { ExportRow, FilePart, Shipment } from './export-files.js';
import type { ExportRows } from './export-rows.js';
import { KeptFiles } from './kept-files.js';

/** Files in memory by their digest. */
function keptIn(files: Map<string, Buffer>, limits: { partBytes: number; partRows: number; pieceBytes: number }) {
  const made: Pick<MadeFiles, 'keep' | 'read'> = {
    keep: async (content) => {
      const sha256 = createHash('sha256').update(content).digest('hex');
      files.set(sha256, content);
      return sha256;
    },
    read: async (sha256) => files.get(sha256) ?? null,
  };
  return new KeptFiles(made as MadeFiles, {} as ExportRows, limits);
}

const plans: Shipment = { object: 'plans', operation: 'upsert' };
/** Plans of which each line is 31 bytes with its line end: an id of 5, and the name. */
async function* planRows(count: number): AsyncGenerator<ExportRow[]> {
  for (let at = 0; at < count; at += 1) {
    const key = `P${String(at).padStart(4, '0')}`;
    yield [{ key, parentId: null, memberId: null, values: ['N'.repeat(23)] }];
  }
}
async function textOf(files: KeptFiles, part: FilePart, only: ReadonlySet<string> | null = null): Promise<string> {
  let text = '';
  const takes = ({ key }: ExportRow) => only === null || only.has(key);
  for await (const some of files.forCrm(plans, part, { takes, leaveOut: new Set() })) text += some;
  return text;
}

describe('rows of an object', () => {
  it('are split into files that are no larger than the limit, each with its heading, and no row is lost or sent twice', async () => {
    const files = keptIn(new Map(), { partBytes: 100, partRows: 1_000, pieceBytes: 40 });
    const { rows, parts } = await files.keep(plans, planRows(8));
    expect([rows, parts.map((part) => part.rows)]).toEqual([8, [3, 3, 2]]);
    const texts: string[] = [];
    for (const part of parts) texts.push(await textOf(files, part));
    const lines = texts.map((text) => text.trimEnd().split('\n'));
    expect(lines.map(([heading]) => heading)).toEqual(Array(3).fill(lines[0]![0]));
    for (const [, ...ofPart] of lines) expect(ofPart.join('\r\n').length + 2).toBeLessThanOrEqual(100);
    const keys = lines.flatMap(([, ...ofPart]) => ofPart.map((line) => line.split(',')[0]));
    expect(keys).toEqual(Array.from({ length: 8 }, (_, at) => `P000${at}`));
  });

  it('are sent again by themselves where some of a file are named', async () => {
    const files = keptIn(new Map(), { partBytes: 1_000_000, partRows: 1_000, pieceBytes: 40 });
    const { parts } = await files.keep(plans, planRows(5));
    const [heading, ...lines] = (await textOf(files, parts[0]!, new Set(['P0001', 'P0004', 'P0009']))).split('\n');
    expect(heading).toMatch(/^Superscope_Id__c,/);
    expect(lines.map((line) => line.split(',')[0])).toEqual(['P0001', 'P0004', '']);
  });

  it('are split by their number, so that few are held while results are matched', async () => {
    const files = keptIn(new Map(), { partBytes: 1_000_000, partRows: 3, pieceBytes: 1_000_000 });
    const { parts } = await files.keep(plans, planRows(7));
    expect(parts.map((part) => part.rows)).toEqual([3, 3, 1]);
    const numbered: number[] = [];
    for await (const rows of files.keptRows(parts[1]!)) numbered.push(...rows.map(({ line }) => line));
    expect(numbered).toEqual([2, 3, 4]);
  });

  it('of which a piece is no longer kept are gone as a whole', async () => {
    const kept = new Map<string, Buffer>();
    const files = keptIn(kept, { partBytes: 1_000_000, partRows: 1_000, pieceBytes: 40 });
    const { parts } = await files.keep(plans, planRows(4));
    kept.delete(parts[0]!.pieces[1]!.sha256);
    await expect(textOf(files, parts[0]!)).rejects.toThrow('The files of this batch are no longer kept.');
  });

  it('that find no room fail as a whole', async () => {
    const full: Pick<MadeFiles, 'keep' | 'read'> = {
      keep: () => Promise.reject(Object.assign(new Error('the disk is full'), { code: 14031 })),
      read: async () => null,
    };
    const files = new KeptFiles(full as MadeFiles, {} as ExportRows, {
      partBytes: 100,
      partRows: 10,
      pieceBytes: 40,
    });
    await expect(files.keep(plans, planRows(4))).rejects.toThrow('the disk is full');
  });
});
