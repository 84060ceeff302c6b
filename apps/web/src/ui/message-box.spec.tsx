import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MessageBox } from './message-box';

afterEach(() => vi.useRealTimers());

describe('A message of success', () => {
  it('disappears after 6 s, however often the page is drawn again', () => {
    vi.useFakeTimers();
    const close = vi.fn();
    const message = () => (
      <MessageBox tone="good" onClose={close}>
        <b>It</b> is done.
      </MessageBox>
    );
    const { rerender } = render(message());
    for (let second = 1; second < 6; second += 1) {
      vi.advanceTimersByTime(1000);
      rerender(message());
    }
    expect(screen.getByRole('status')).toBeVisible();
    expect(close).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(close).toHaveBeenCalledOnce();
  });
});
