import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Replaces the browser's EventSource for the stream of changes. A spec opens, interrupts and closes it. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static made: FakeEventSource[] = [];
  readyState = 1;

  constructor(readonly url: string) {
    super();
    FakeEventSource.made.push(this);
  }

  close() {
    this.readyState = FakeEventSource.CLOSED;
  }

  static install() {
    FakeEventSource.made = [];
    vi.stubGlobal('EventSource', FakeEventSource);
  }

  static get open() {
    return FakeEventSource.made.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED);
  }

  opens() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  /** Simulates a broken connection, after which the browser reconnects by itself. */
  breaksAndComesBack() {
    this.readyState = 0;
    this.dispatchEvent(new Event('error'));
    this.opens();
  }

  tells(told: object, event = 'change') {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(told) }));
  }
}

/** Simulates that the user switches to another tab, or back to this one. */
export function turn(to: 'away' | 'back') {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(to === 'away');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}
