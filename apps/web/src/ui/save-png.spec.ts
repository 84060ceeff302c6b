import ApexCharts from 'apexcharts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { savePng } from './save-png';

const items = ['Binding', 'Non-binding', 'Expired binding', 'None'].map((name) => ({ name, colour: '#0F6356' }));

/** Saves a chart of this width, with characters 8 px wide. Returns the drawn texts and the height of the picture. */
async function saved(width: number) {
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
  vi.spyOn(ApexCharts, 'getChartByID').mockReturnValue({ dataURI: async () => ({ imgURI: 'data:,' }) } as never);
  vi.stubGlobal(
    'Image',
    class {
      width = width * 2;
      height = 600;
      decode = async () => undefined;
    },
  );
  await savePng({ drawing: 'chart', name: 'nominations', title: 'Beneficiary nominations by month', items });
  const { height } = toDataURL.mock.contexts[0] as HTMLCanvasElement;
  return { texts, height: height / 2, chartAt: (pen.drawImage.mock.lastCall![2] as number) / 2 };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('The picture of a chart', () => {
  it('has its title and its legend on one line each if they fit', async () => {
    const { texts, height, chartAt } = await saved(1000);
    expect(new Set(texts.map(({ y }) => y)).size).toBe(2);
    expect(chartAt).toBe(64);
    expect(height).toBe(64 + 300 + 16);
  });

  it('wraps both if it is as narrow as a phone, and starts the chart under them', async () => {
    const { texts, height, chartAt } = await saved(240);
    expect(texts.map(({ text }) => text).join(' ')).toBe(
      'Beneficiary nominations by month Binding Non-binding Expired binding None',
    );
    for (const { text, x } of texts) expect(x + text.length * 8).toBeLessThanOrEqual(16 + 240);
    expect(Math.max(...texts.map(({ y }) => y))).toBeLessThan(chartAt);
    expect(height).toBe(chartAt + 300 + 16);
  });
});
