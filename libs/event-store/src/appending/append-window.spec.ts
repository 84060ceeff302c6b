import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppendWindow, provenAppends, unprovenAppends, type AppendStream } from './append-window.js';

/** Appends that a test answers, and the stream that would carry them. */
function client() {
  const open: { answer: () => void; fail: (error: Error) => void }[] = [];
  const begun: number[] = [];
  const at: { stream: (AppendStream & { writableLength: number }) | null } = { stream: { writableLength: 0 } };
  const window = new AppendWindow(() => at.stream);
  let asked = 0;
  const append = () => {
    const number = (asked += 1);
    const appended = window.run(
      () =>
        new Promise<void>((answer, fail) => {
          begun.push(number);
          open.push({ answer, fail });
        }),
      (error) => (error as Error).message === 'wrong revision',
    );
    return appended.catch((error: Error) => error.message);
  };
  // The window says when they begin; nobody waits until they end.
  const many = (appends: number) => {
    for (let begun = 0; begun < appends; begun += 1) void append();
  };
  /** Answers the oldest appends, so that others take their place. */
  const answer = async (appends: number) => {
    for (const { answer } of open.splice(0, appends)) answer();
    await settled();
  };
  return { at, open, begun, append, many, answer };
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
};

describe('concurrent appends', () => {
  let of: ReturnType<typeof client>;
  beforeEach(() => (of = client()));

  it('are few until the server has answered, and then many, in their order', async () => {
    of.many(200);
    await settled();
    expect(of.open).toHaveLength(unprovenAppends);
    await of.answer(1);
    expect(of.open).toHaveLength(provenAppends);
    while (of.open.length > 0) await of.answer(10);
    expect(of.begun).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
  });

  it('begin in one turn only as far as the stream can buffer them', async () => {
    of.many(1);
    await of.answer(1);
    of.many(200);
    expect(of.open).toHaveLength(unprovenAppends);
    await nextTurn();
    expect(of.open).toHaveLength(2 * unprovenAppends);
  });

  it('wait while the socket does not accept the stream’s buffer', async () => {
    of.many(1);
    await of.answer(1);
    of.at.stream!.writableLength = unprovenAppends;
    of.many(200);
    await settled();
    expect(of.open).toHaveLength(unprovenAppends);
    of.at.stream!.writableLength = 0;
    await of.answer(1);
    expect(of.open).toHaveLength(provenAppends);
  });

  it('are few again after one fails without a connection, but not after a refusal by the server', async () => {
    of.many(1);
    await of.answer(1);
    of.many(200);
    await settled();
    of.open.shift()!.fail(new Error('wrong revision'));
    await settled();
    expect(of.open).toHaveLength(provenAppends);
    for (const { fail } of of.open.splice(0)) fail(new Error('away'));
    await settled();
    expect(of.open).toHaveLength(unprovenAppends);
  });

  it('are few over a stream without an answer yet, and over an unknown stream', async () => {
    of.many(1);
    await of.answer(1);
    of.at.stream = { writableLength: 0 };
    of.many(200);
    await settled();
    expect(of.open).toHaveLength(unprovenAppends);
    of.at.stream = null;
    await of.answer(5);
    expect(of.open).toHaveLength(unprovenAppends);
  });
});
