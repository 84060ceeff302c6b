import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewestFirst } from './newest-first';

const WIDTH = 720;

const onA = (device: 'phone' | 'desk') =>
  vi.spyOn(window, 'matchMedia').mockReturnValue({
    matches: device === 'desk',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  } as unknown as MediaQueryList);

const drawn = (months: number) =>
  render(
    <NewestFirst months={months} scale={<p>Its scale</p>}>
      <p>The drawing</p>
    </NewestFirst>,
  );
const frame = () => screen.queryByRole('group', { name: 'Chart, scrolls to earlier months' });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(WIDTH);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('A drawing of many months', () => {
  it('begins with the newest twelve on a phone, and scrolls to the earlier ones by keyboard too', () => {
    onA('phone');
    drawn(18);
    expect(frame()).toHaveProperty('scrollLeft', WIDTH);
    expect(frame()).toHaveAttribute('tabindex', '0');
    expect(frame()?.firstElementChild).toHaveStyle({ width: '150%' });
    expect(frame()).toHaveTextContent('The drawingIts scale');
  });

  it('does not scroll where it fits: with twelve months, or on a wide screen', () => {
    onA('phone');
    const { unmount } = drawn(12);
    expect(frame()).toBeNull();
    unmount();
    onA('desk');
    drawn(18);
    expect(frame()).toBeNull();
    expect(screen.getByText('The drawing')).toBeVisible();
    expect(screen.queryByText('Its scale')).toBeNull();
  });
});
