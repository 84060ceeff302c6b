import { describe, expect, it } from 'vitest';
import {
  assetsOwnedRowsPerChunk,
  assetsOwnedStream,
  importAssetsOwned,
  withdrawAssetsOwned,
} from './assets-owned/assets-owned.js';
import type { AssetOwnedRow, AssetsOwnedEvent } from './assets-owned/assets-owned.js';
import { given } from './given.js';
import type { MemberSnapshotsEvent } from './member-snapshots/member-snapshots.events.js';
import {
  importSnapshots,
  memberSnapshotsStream,
  snapshotRowsPerChunk,
  withdrawSnapshots,
} from './member-snapshots/member-snapshots.js';
import { snapshotRow } from './member-snapshots/snapshot-columns.js';
import { planMonthId } from './plan-month-import.js';

const june = { planId: 'NULL.ACME', month: '2024-06' };
const row = (memberId: string) => snapshotRow(memberId, {});

const imported = (importId: string, digest: string): MemberSnapshotsEvent[] =>
  importSnapshots({ importId, ...june }, [row('m1')], digest)({ completed: [], open: null });

describe("a plan-month's snapshots", () => {
  it('are begun, cut into chunks and completed', () => {
    const rows = Array.from({ length: snapshotRowsPerChunk + 1 }, (_, i) => row(`m${i}`));
    const of = { importId: 'i1', ...june };
    given(memberSnapshotsStream)
      .when(importSnapshots(of, rows, 'A'))
      .then(
        { type: 'MemberSnapshotsBegun', data: { ...of, rows: rows.length } },
        { type: 'MemberSnapshotsChunkImported', data: { ...of, index: 0, rows: rows.slice(0, snapshotRowsPerChunk) } },
        { type: 'MemberSnapshotsChunkImported', data: { ...of, index: 1, rows: rows.slice(snapshotRowsPerChunk) } },
        { type: 'MemberSnapshotsCompleted', data: { ...of, rows: rows.length, chunks: 2, digest: 'A' } },
      );
  });

  it('are replaced by none when the file has no row of them', () =>
    given(memberSnapshotsStream, ...imported('i1', 'A'))
      .when(importSnapshots({ importId: 'i2', ...june }, [], 'empty'))
      .then(
        { type: 'MemberSnapshotsBegun', data: { importId: 'i2', ...june, rows: 0 } },
        { type: 'MemberSnapshotsCompleted', data: { importId: 'i2', ...june, rows: 0, chunks: 0, digest: 'empty' } },
      ));

  it('are not written again while they are current, but are after others (A, B, A)', () => {
    const again = importSnapshots({ importId: 'i3', ...june }, [row('m1')], 'A');
    given(memberSnapshotsStream, ...imported('i1', 'A'))
      .when(again)
      .then();
    given(memberSnapshotsStream, ...imported('i1', 'A'), ...imported('i2', 'B'))
      .when(again)
      .then(...imported('i3', 'A'));
  });

  it('count only once completed, so an unfinished import is repeated', () =>
    given(memberSnapshotsStream, ...imported('i1', 'A').slice(0, -1))
      .when(importSnapshots({ importId: 'i2', ...june }, [row('m1')], 'A'))
      .then(...imported('i2', 'A')));

  it('are withdrawn by import, the newest by default; the previous import is current again', () => {
    const past = [...imported('i1', 'A'), ...imported('i2', 'B')];
    const withdrawn = (importId: string): MemberSnapshotsEvent => ({
      type: 'SnapshotImportWithdrawn',
      data: { importId, ...june },
    });
    given(memberSnapshotsStream, ...past)
      .when(withdrawSnapshots(june.planId, june.month, null))
      .then(withdrawn('i2'));
    given(memberSnapshotsStream, ...past)
      .when(withdrawSnapshots(june.planId, june.month, 'i1'))
      .then(withdrawn('i1'));
    given(memberSnapshotsStream, ...past, withdrawn('i2'))
      .when(importSnapshots({ importId: 'i3', ...june }, [row('m1')], 'A'))
      .then();
    given(memberSnapshotsStream, ...past, withdrawn('i2'))
      .when(importSnapshots({ importId: 'i3', ...june }, [row('m1')], 'B'))
      .then(...imported('i3', 'B'));
  });

  it('can be withdrawn only where they were imported', () => {
    for (const importId of [null, 'i9'])
      given(memberSnapshotsStream)
        .when(withdrawSnapshots(june.planId, june.month, importId))
        .thenRefuses('not-found', 'There is no such import to withdraw.');
  });

  it('have a stream for each plan and month', () =>
    expect(planMonthId('NULL.ACME', '2024-06')).toBe('NULL.ACME-202406'));
});

describe("a plan-month's holdings", () => {
  const of = { importId: 'i1', ...june };
  const holding = (memberId: string): AssetOwnedRow => [memberId, 'BAL', 100_00];
  const completed: AssetsOwnedEvent = {
    type: 'AssetsOwnedCompleted',
    data: { ...of, rows: 1, chunks: 1, digest: 'A' },
  };

  it('are begun, cut into chunks and completed, once', () => {
    const rows = Array.from({ length: assetsOwnedRowsPerChunk + 1 }, (_, i) => holding(`m${i}`));
    given(assetsOwnedStream)
      .when(importAssetsOwned(of, rows, 'A'))
      .then(
        { type: 'AssetsOwnedBegun', data: { ...of, rows: rows.length } },
        { type: 'AssetsOwnedChunkImported', data: { ...of, index: 0, rows: rows.slice(0, assetsOwnedRowsPerChunk) } },
        { type: 'AssetsOwnedChunkImported', data: { ...of, index: 1, rows: rows.slice(assetsOwnedRowsPerChunk) } },
        { type: 'AssetsOwnedCompleted', data: { ...of, rows: rows.length, chunks: 2, digest: 'A' } },
      );
    given(assetsOwnedStream, completed)
      .when(importAssetsOwned({ ...of, importId: 'i2' }, [holding('m1')], 'A'))
      .then();
  });

  it('are withdrawn where they were imported', () => {
    given(assetsOwnedStream, completed)
      .when(withdrawAssetsOwned(june.planId, june.month, null))
      .then({ type: 'AssetsOwnedImportWithdrawn', data: of });
    given(assetsOwnedStream)
      .when(withdrawAssetsOwned(june.planId, june.month, null))
      .thenRefuses('not-found', 'There is no such import to withdraw.');
  });
});
