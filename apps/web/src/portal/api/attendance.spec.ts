import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isUnattended } from './attendance';

const move = () => void fireEvent.pointerMove(window);

beforeEach(move);
afterEach(() => {
  vi.restoreAllMocks();
  // The previous sign of presence was a minute before the next one.
  move();
});

describe('Somebody is there', () => {
  it.each([
    ['presses a button', () => fireEvent.click(document.body)],
    ['fills in a field', () => fireEvent.input(document.body)],
  ])('whose assistive technology %s without pointer or keys', (_, sign) => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    expect(isUnattended()).toBe(true);
    sign();
    expect(isUnattended()).toBe(false);
  });
});
