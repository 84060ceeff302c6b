import { columnsOf } from '@superscope/contracts/read-models/analytics-table';
import { noMember, recordedEventTable } from '@superscope/contracts/read-models/event-history';
import { productStreams } from '@superscope/domain/product-streams';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { describe, expect, it } from 'vitest';
import { staleBy } from '../member-snapshots/stale-months.js';
import { eventHistory } from './event-history.projection.js';

const [mia, noa] = ['0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11', '1c8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c12'];
const projection = eventHistory({
  projections: [
    { readModel: 'members', handles: ['MemberMoved'] },
    { readModel: 'memberSnapshots', handles: ['MemberMoved', 'MemberSnapshotsCompleted'] },
  ],
  derived: [{ announces: ['memberSnapshots', 'editions'], staleBy }],
});

const event = (stream: string, type: string, data: object, metadata: object = {}): RecordedEvent => ({
  id: '5e0c8a3e-3f2b-4c62-9d6e-1f0a8a5b7c13',
  stream,
  type,
  data,
  revision: 3n,
  position: { commit: 70n, prepare: 68n },
  bytes: 120,
  created: new Date('2026-02-01T00:00:00.000Z'),
  metadata: {
    actor: 'u1',
    role: 'Staff',
    at: '2026-01-31T01:02:03.004Z',
    correlationId: 'c1',
    causationId: null,
    commandId: 'k1',
    schemaVersion: 1,
    index: 0,
    of: 1,
    ...metadata,
  },
});

function rowsOf(of: RecordedEvent) {
  const [first, ...named] = projection.project(of).rows!;
  const columns = columnsOf(recordedEventTable);
  const row = Object.fromEntries(columns.map((name, at) => [name, first!.values[at]]));
  return { row, members: named.map(({ values }) => values[0]) };
}

describe('the history of events', () => {
  it('has a row for every type of event that any stream has', () => {
    const types = productStreams.flatMap(({ shapes }) => Object.keys(shapes));
    expect([...projection.handles].sort()).toEqual([...new Set(types)].sort());
  });

  it('has an event’s position, actor, action and consequences', () => {
    const moved = { memberId: mia, planId: 'P.2', companyId: 'P.E2', categoryId: null, on: '2026-01-01' };
    const { row, members } = rowsOf(event(`member-${mia}`, 'MemberMoved', moved));
    expect(row).toEqual({
      position: 70n,
      prepare: 68n,
      recorded_at: '2026-01-31 01:02:03.004',
      category: 'member',
      stream: `member-${mia}`,
      revision: 3,
      event_type: 'MemberMoved',
      event_id: '5e0c8a3e-3f2b-4c62-9d6e-1f0a8a5b7c13',
      plan_id: 'P.2',
      member_id: mia,
      actor: 'u1',
      role: 'Staff',
      correlation_id: 'c1',
      causation_id: '',
      command_id: 'k1',
      size: 120,
      read_models: 'editions,memberSnapshots,members',
      stale_of: 'member',
      stale_from: '0000-01',
      stale_to: '9999-12',
    });
    expect(members).toEqual([mia]);
  });

  it('names each member of a chunk, of an e-mail and of an access once', () => {
    const chunk = {
      importId: 'i',
      planId: 'P.1',
      month: '2025-12',
      index: 0,
      rows: [
        [mia, 1],
        [noa, 2],
        [mia, 3],
      ],
    };
    expect(rowsOf(event('memberSnapshots-P.1-202512', 'MemberSnapshotsChunkImported', chunk))).toMatchObject({
      row: { plan_id: 'P.1', member_id: noMember, stale_of: '' },
      members: [mia, noa],
    });
    const sent = { campaignId: 'P.K1', importId: 'i', rows: [[noa, 'Sent', '2026-01-01T00:00:00.000Z']] };
    expect(rowsOf(event('campaign-P.K1', 'CampaignEngagementImported', sent)).members).toEqual([noa]);
    const entries = [{ members: [mia] }, { members: [mia, 'all of them'] }];
    expect(rowsOf(event('access-2026-01-31', 'AccessRecorded', { entries })).members).toEqual([mia]);
  });

  it('has an event that a derivation cannot read, without stale months', () => {
    const unreadable = () => {
      throw new TypeError('no month');
    };
    const of = eventHistory({ projections: [], derived: [{ announces: [], staleBy: { NewsReplaced: unreadable } }] });
    const values = of.project(event('news', 'NewsReplaced', {})).rows![0]!.values;
    expect(values[columnsOf(recordedEventTable).indexOf('stale_of')]).toBe('');
  });

  it('does not mistake an import’s number of rows for a member', () => {
    const completed = { importId: 'i', planId: 'P.1', month: '2025-12', rows: 2, chunks: 1, digest: 'd' };
    const { row, members } = rowsOf(event('memberSnapshots-P.1-202512', 'MemberSnapshotsCompleted', completed));
    expect([members, row['stale_of'], row['stale_from'], row['stale_to']]).toEqual([[], 'plan', '2025-12', '2026-12']);
  });

  it('leaves metadata empty that another program omitted, and uses the time of storing', () => {
    const { row } = rowsOf(
      event('news', 'NewsReplaced', {}, { actor: undefined, at: 'once', commandId: 7, correlationId: undefined }),
    );
    expect(row).toMatchObject({
      actor: '',
      command_id: '',
      correlation_id: '',
      recorded_at: '2026-02-01 00:00:00.000',
    });
  });

  it('keeps no personal fields', () => {
    const registered = { memberId: mia, planId: 'P.1', personal: { surname: 'Zzyzx', memberNumber: '4711' } };
    const { rows } = projection.project(event('member-' + mia, 'MemberLeft', registered));
    expect(
      rows!
        .flatMap(({ values }) => values)
        .map(String)
        .join(),
    ).not.toMatch(/Zzyzx|4711/);
  });
});
