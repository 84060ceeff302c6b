import { describe, expect, it, vi } from 'vitest';
import { gatherWrites, MAX_GATHERED_BYTES } from './gathered-writes.js';

/** A connection that accepts messages on command. */
function connection() {
  const taken: (() => void)[] = [];
  const sent: unknown[] = [];
  const next = {
    sendMetadata: () => {},
    sendMessage: (message: unknown, callback: () => void) => {
      sent.push(message);
      taken.push(callback);
    },
  };
  const call = gatherWrites({} as never, next as never);
  return { call, sent, take: (messages: number) => taken.splice(0, messages).forEach((callback) => callback()) };
}

describe('messages of a call', () => {
  it('are passed on before the connection has accepted the previous ones', () => {
    const { call, sent } = connection();
    const passedOn = vi.fn();
    for (const text of ['a', 'b', 'c']) call.sendMessage(Buffer.from(text), passedOn);
    expect(sent.map(String)).toEqual(['a', 'b', 'c']);
    expect(passedOn).toHaveBeenCalledTimes(3);
  });

  it('wait once too many bytes are pending, until enough of them are accepted', () => {
    const { call, take } = connection();
    const passedOn = vi.fn();
    const half = Buffer.alloc(MAX_GATHERED_BYTES / 2);
    call.sendMessage(half, () => {});
    call.sendMessage(half, passedOn);
    expect(passedOn).not.toHaveBeenCalled();
    take(1);
    expect(passedOn).toHaveBeenCalledOnce();
    take(1);
    expect(passedOn).toHaveBeenCalledOnce();
  });

  it('larger than the limit are passed on alone', () => {
    const { call, take } = connection();
    const passedOn = vi.fn();
    call.sendMessage(Buffer.alloc(2 * MAX_GATHERED_BYTES), passedOn);
    expect(passedOn).not.toHaveBeenCalled();
    take(1);
    expect(passedOn).toHaveBeenCalledOnce();
  });
});
