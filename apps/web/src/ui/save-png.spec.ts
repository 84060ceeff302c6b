import ApexCharts from 'apexcharts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { savePng } from './save-png';

const items = ['Binding', 'Non-binding', 'Expired binding', 'None'].map((name) => ({ name, colour: '#0F6356' }));

const FOOT = 'Kestrel Plan · Nominations · 30/06/2020 · no filter · Superscope, saved 10/07/2020';

/** Saves a chart of this width, with characters 8 px wide. Returns the drawn texts and the height of the picture. */
async function saved(width: number, centre?: { figure: string; name: string }) {
  const texts: { text: string; x: number; y: number }[] = [];
  const pen = {
    measureText: (text: string) => ({ width: text.length * 8 }),
    fillText: (text: string, x: number, y: number) => texts.push({ text, x, y }),
    fillRect: () => undefined,
    drawImage: vi.fn(),
    scale: () => undefined,
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  const toDataURL = vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const el = document.createElement('div');
  el.innerHTML = '<svg><foreignObject>HTML</foreignObject><text>Mar 2020</text></svg>';
  vi.spyOn(ApexCharts, 'getChartByID').mockReturnValue({ el } as never);
  vi.stubGlobal(
    'Image',
    class {
      width = width * 2;
      height = 600;
      decode = async () => undefined;
    },
  );
  await savePng({
    drawing: 'chart',
    name: 'nominations',
    title: 'Beneficiary nominations by month',
    items,
    foot: FOOT,
    centre,
  });
  const { height } = toDataURL.mock.contexts[0] as HTMLCanvasElement;
  return { texts, height: height / 2, chartAt: (pen.drawImage.mock.lastCall![2] as number) / 2 };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('The picture of a chart', () => {
  it('has its title, its legend and what it is of on one line each if they fit', async () => {
    const { texts, height, chartAt } = await saved(1000);
    expect(new Set(texts.map(({ y }) => y)).size).toBe(3);
    expect(chartAt).toBe(64);
    expect(height).toBe(64 + 300 + 20 + 16);
  });

  it('wraps both if it is as narrow as a phone, and starts the chart under them', async () => {
    const { texts, height, chartAt } = await saved(240);
    expect(texts.map(({ text }) => text).join(' ')).toBe(
      `Beneficiary nominations by month Binding Non-binding Expired binding None ${FOOT}`,
    );
    for (const { text, x } of texts) expect(x + text.length * 8).toBeLessThanOrEqual(16 + 240);
    const above = texts.filter(({ y }) => y < chartAt + 300);
    expect(above.at(-1)!.text).toBe('None');
    expect(Math.max(...above.map(({ y }) => y))).toBeLessThan(chartAt);
    expect(height).toBeGreaterThan(Math.max(...texts.map(({ y }) => y)));
  });

  it('has the words in the middle of a ring, as on the screen', async () => {
    const { texts, chartAt } = await saved(1000, { figure: '32.1%', name: 'On target' });
    const middle = texts.filter(({ text }) => ['32.1%', 'On target'].includes(text));
    expect(middle.map(({ x }) => x)).toEqual([516, 516]);
    for (const { y } of middle) expect(y).toBeLessThan(chartAt + 300);
  });
});
