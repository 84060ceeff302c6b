import type { DomainEvent, StreamDefinition } from '@superscope/domain/event';
import { text } from '@superscope/domain/shape';
import { expect, it, vi } from 'vitest';
import { RecentStreams } from './recent-streams.js';

type Noted = DomainEvent<'Noted', { text: string; more?: string | undefined }>;
const notes: StreamDefinition<readonly Noted[], Noted> = {
  category: 'notes',
  initial: [],
  shapes: { Noted: { text, more: text } },
  evolve: (state, event) => [...state, event],
};
type At = Parameters<RecentStreams['keep']>[4];
const nothing = { state: notes.initial, revision: -1n, commands: new Set<string>(), bytes: 0 };
const [c1, c2, c3] = ['c1', 'c2', 'c3'].map((commandId, i) => {
  const revision = BigInt(i);
  return { commandId, revision, position: { commit: revision, prepare: revision }, bytes: 20 };
}) as [At, At, At];
const noted = (text: string): Noted => ({ type: 'Noted', data: { text } });

it('keeps a stream’s state after a command, as a read would return it', () => {
  const recent = new RecentStreams();
  const event: Noted = { type: 'Noted', data: { text: 'a', more: undefined } };
  recent.keep('notes-1', notes, nothing, [event], c1);
  const kept = recent.take('notes-1');
  expect(kept).toMatchObject({ revision: 0n, commands: new Set(['c1']) });
  expect(kept?.state).toStrictEqual([{ type: 'Noted', data: { text: 'a' } }]);
});

it('gives it to one command', () => {
  const recent = new RecentStreams();
  recent.keep('notes-1', notes, nothing, [noted('a')], c1);
  expect(recent.take('notes-1')).toBeDefined();
  expect(recent.take('notes-1')).toBeUndefined();
});

it('remembers every command that wrote, and not the events of long streams', () => {
  const recent = new RecentStreams();
  recent.keep('notes-1', notes, nothing, [noted('a')], c1);
  const first = recent.take<readonly Noted[]>('notes-1')!;
  recent.keep('notes-1', notes, first, [noted('b')], c2);
  const second = recent.take<readonly Noted[]>('notes-1')!;
  expect(second.commands).toEqual(new Set(['c1', 'c2']));
  recent.keep('notes-1', notes, second, [noted('x'.repeat(4096))], { ...c3, bytes: 4057 });
  expect(recent.take('notes-1')).toBeUndefined();
});

it('forgets a stream after nine minutes, like a key, so that a person erased elsewhere is not kept longer', () => {
  const now = vi.spyOn(performance, 'now');
  const keptFor = (minutes: number) => {
    const recent = new RecentStreams();
    now.mockReturnValue(0);
    recent.keep('notes-1', notes, nothing, [noted('a')], c1);
    now.mockReturnValue(minutes * 60_000);
    return recent.take('notes-1') !== undefined;
  };
  try {
    expect([8.9, 9.1].map(keptFor)).toEqual([true, false]);
  } finally {
    now.mockRestore();
  }
});
