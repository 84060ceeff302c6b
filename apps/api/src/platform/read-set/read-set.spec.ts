import { describe, expect, it } from 'vitest';
import { perReadSet, withReadSet, type ReadSet } from './read-set.js';

class Counter {
  private asked = 0;
  constructor(private readonly name: string) {}
  ask(): string {
    this.asked += 1;
    return `${this.name} ${this.asked}`;
  }
}

const set = (id: string) => ({ id }) as ReadSet;

describe('an instance for each set of read models', () => {
  it('serves requests for the live ones and for each view separately, with separate state', async () => {
    const counter = perReadSet(new Counter('live'), ({ id }) => new Counter(id));
    const [june, july] = [set('june'), set('july')];
    expect(counter.ask()).toBe('live 1');
    expect(withReadSet(june, () => counter.ask())).toBe('june 1');
    expect(withReadSet(july, () => counter.ask())).toBe('july 1');
    expect(
      await withReadSet(june, async () => {
        await Promise.resolve();
        return counter.ask();
      }),
    ).toBe('june 2');
    expect(counter.ask()).toBe('live 2');
  });
});
