import { afterEach, describe, expect, it } from 'vitest';
import { preparePaper } from './paper';
import { apply, chooseTheme } from './theme';

const theme = () => document.documentElement.dataset.theme;
const print = (when: 'beforeprint' | 'afterprint') => window.dispatchEvent(new Event(when));

afterEach(() => {
  document.body.innerHTML = '';
  chooseTheme('system');
});

describe('On paper', () => {
  it('a page is light and its charts fit, and the screen is restored afterwards', () => {
    chooseTheme('dark');
    document.body.innerHTML = '<main><svg class="apexcharts-svg" width="1110" height="330"></svg></main>';
    const drawing = document.querySelector('svg')!;
    preparePaper();
    print('beforeprint');
    expect(theme()).toBe('light');
    expect(drawing.getAttribute('viewBox')).toBe('0 0 1110 330');
    print('afterprint');
    expect(theme()).toBe('dark');
    expect(drawing.hasAttribute('viewBox')).toBe(false);
    apply();
    expect(theme()).toBe('dark');
  });
});
