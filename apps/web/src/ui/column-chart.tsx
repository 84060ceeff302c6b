import type { ApexOptions } from 'apexcharts';
import wrapper from 'react-apexcharts';
import { useEffect, useId, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { month as monthLabel, number } from './format';
import { markerRows } from './marker-rows';
import { NewestFirst } from './newest-first';
import { token } from './token';
import { savePng } from './save-png';
import { useShownTheme } from './theme';
import { useDrawnLater } from './unfinished';

// The wrapper is CommonJS: bundlers disagree on whether its default export is the component or holds it.
const ApexChart = 'default' in wrapper ? (wrapper.default as typeof wrapper) : wrapper;

// A saved image knows no web fonts, so the list must end with one that every system has.
const FONT = "'Figtree Variable', 'Segoe UI', sans-serif";

export interface ColumnSeries {
  name: string;
  /** `hatched` draws unknown values. */
  colour: string;
  /** One per month, in percent if the chart shows shares; null draws nothing. */
  values: (number | null)[];
  /** The values as the tooltip shows them; null leaves the series out. */
  texts: (string | null)[];
}
export interface Marker {
  /** yyyy-MM */
  month: string;
  label: string;
  tone: 'ink' | 'info';
  /** The meaning of the marker, and the heading over it: both in the tooltip. */
  names: string[];
  heading: string;
}
/** Saves the drawing, with a title and the legend, as a PNG file of that name. */
export type SaveImage = (name: string, title: string, foot: string) => Promise<void>;

interface Props {
  label: string;
  /** yyyy-MM, oldest first. */
  months: string[];
  /** From the bottom of the stack to its top. */
  series: ColumnSeries[];
  percent: boolean;
  /** The figure that the whole stack is compared with: a narrow grey column beside each. */
  earlier?: ColumnSeries | null | undefined;
  /** Formats the axis if the chart does not show shares. */
  format?: (value: number) => string;
  markers: Marker[];
  height: number;
  saveRef?: Ref<SaveImage>;
}

/** Columns stacked by month, with a marker over some of them. Loads the chart library, so import it lazily. */
export function ColumnChart({
  label,
  months,
  series: stacked,
  percent,
  earlier = null,
  format = number,
  markers,
  height,
  saveRef,
}: Props) {
  const id = useId().replace(/[^a-zA-Z0-9]/g, '');
  const theme = useShownTheme();
  const series = useMemo(() => (earlier ? [...stacked, earlier] : stacked), [stacked, earlier]);
  const drawn = useDrawnLater();
  const drawing = useRef<HTMLDivElement>(null);
  const scale = useRef<HTMLDivElement>(null);
  const { every, apart } = useRoom(months.length);
  const rows = useMemo(
    () =>
      markerRows(
        markers.map(({ month }) => months.indexOf(month)),
        apart,
      ),
    [markers, months, apart],
  );
  useImperativeHandle(
    saveRef,
    () => (name, title, foot) => savePng({ drawing: id, name, title, items: series, foot }),
    [id, series],
  );

  const options = useMemo<ApexOptions>(() => {
    const finish = () => {
      coverLetters(drawing.current);
      copyScale(drawing.current, scale.current);
    };
    const text = { fontSize: '12px', fontWeight: 400, fontFamily: FONT, colors: token('axis') };
    const labels = months.map(monthLabel);
    return {
      chart: {
        id,
        type: 'bar',
        stacked: true,
        toolbar: { show: false },
        zoom: { enabled: false },
        animations: { enabled: false },
        events: {
          mounted: () => {
            finish();
            drawn();
          },
          updated: finish,
        },
        fontFamily: FONT,
        background: token('surface'),
        parentHeightOffset: 0,
      },
      theme: { mode: theme },
      colors: series.map(({ colour }) => (colour === 'hatched' ? token('hatch') : colour)),
      fill: {
        opacity: 1,
        type: series.map(({ colour }) => (colour === 'hatched' ? 'pattern' : 'solid')),
        pattern: { style: 'slantedLines', width: 5, height: 5, strokeWidth: 2 },
      },
      plotOptions: {
        bar: { columnWidth: '70%', borderRadius: 2, borderRadiusApplication: 'end', borderRadiusWhenStacked: 'last' },
      },
      stroke: { width: 1, colors: [token('surface')] },
      dataLabels: { enabled: false },
      legend: { show: false },
      grid: { borderColor: token('grid'), padding: { left: 6, right: 6, top: -8, bottom: 0 } },
      states: { hover: { filter: { type: 'none' } } },
      xaxis: {
        categories: labels,
        tooltip: { enabled: false },
        axisTicks: { show: false },
        axisBorder: { color: token('line-strong') },
        labels: {
          rotate: 0,
          hideOverlappingLabels: false,
          style: text,
          formatter: (value: string) => (labels.indexOf(value) % every === 0 ? value : ''),
        },
      },
      yaxis: {
        ...(percent ? percentAxis(series) : { tickAmount: 4 }),
        labels: { style: text, formatter: (value: number) => (percent ? `${Math.round(value)}%` : format(value)) },
      },
      tooltip: {
        shared: true,
        intersect: false,
        custom: ({ dataPointIndex: at }: { dataPointIndex: number }) => tooltip(months, series, markers, at),
      },
      annotations: {
        xaxis: markers.map((marker, i) => ({
          x: monthLabel(marker.month),
          borderColor: token('ink-2'),
          strokeDashArray: 3,
          label: {
            text: marker.label,
            orientation: 'horizontal',
            offsetY: -4 + rows[i]! * MARKER_HEIGHT,
            borderWidth: 0,
            borderRadius: 9,
            style: {
              background: token(marker.tone === 'info' ? 'info' : 'ink-2'),
              color: token('surface'),
              fontSize: '11px',
              fontWeight: 650,
              padding: MARKER_PADDING,
            },
          },
        })),
      },
    };
  }, [id, theme, months, series, percent, format, markers, every, rows, drawn]);

  return (
    <NewestFirst months={months.length} scale={<div ref={scale} />}>
      <div ref={drawing} role="img" aria-label={label}>
        <ApexChart
          key={`${theme} ${percent} ${earlier !== null}`}
          type="bar"
          height={height}
          options={options}
          series={series.map(({ name, values }, at) => ({
            name,
            data: values,
            ...(earlier ? { group: at < stacked.length ? 'now' : 'earlier' } : {}),
          }))}
        />
      </div>
    </NewestFirst>
  );
}

/** The scale as the chart library drew it, to stand still beside columns that scroll. There is no place for it where they do not. */
function copyScale(drawing: HTMLElement | null, to: HTMLElement | null): void {
  const [axis, plot] = ['.apexcharts-yaxis', '.apexcharts-inner'].map((part) => drawing?.querySelector(part));
  const svg = axis?.closest('svg');
  if (!axis || !plot || !svg || !to) return;
  // What is drawn reaches beyond the plot, so its box tells nothing.
  const left = /^translate\(([\d.]+)/.exec(plot.getAttribute('transform') ?? '')?.[1] ?? '0';
  const copy = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  copy.setAttribute('width', left);
  copy.setAttribute('height', svg.getAttribute('height') ?? '0');
  copy.style.display = 'block';
  copy.append(axis.cloneNode(true));
  to.replaceChildren(copy);
}

/**
 * Puts the ground of each marker behind its letter. The chart library places it by where the letter is on the screen, which is elsewhere
 * while the page is drawn smaller, as on paper: a light letter then stands on nothing.
 */
function coverLetters(drawing: HTMLElement | null): void {
  for (const letter of drawing?.querySelectorAll<SVGTextElement>('.apexcharts-xaxis-annotation-label') ?? []) {
    const ground = letter.previousElementSibling;
    if (ground?.tagName !== 'rect') continue;
    const { x, y, width, height } = letter.getBBox();
    const placed = {
      x: x - MARKER_PADDING.left,
      y: y - MARKER_PADDING.top,
      width: width + MARKER_PADDING.left + MARKER_PADDING.right,
      height: height + MARKER_PADDING.top + MARKER_PADDING.bottom,
    };
    for (const [name, value] of Object.entries(placed)) ground.setAttribute(name, String(value));
  }
}

const MARKER_PADDING = { left: 5, right: 5, top: 2, bottom: 2 };
const MARKER_WIDTH = 22;
const MARKER_HEIGHT = 20;

const QUARTER = 25;
/** The axis goes to 100 %, or further if the shares add up to more, so that none is cut off. */
function percentAxis(series: ColumnSeries[]) {
  const sums = series[0]?.values.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)) ?? [];
  // Shares are rounded: a sum slightly over the whole is drawn as whole.
  const max = Math.max(4, Math.ceil((Math.max(...sums) - 1) / QUARTER)) * QUARTER;
  return { min: 0, max, tickAmount: max / QUARTER };
}

/** How many months apart labels (`every`) and markers (`apart`) must be so that they do not touch. */
function useRoom(count: number) {
  const [wide, setWide] = useState(() => window.innerWidth);
  useEffect(() => {
    const measure = () => setWide(window.innerWidth);
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  const room = wide < 640 ? 4 : wide < 1024 ? 6 : 8;
  // The smallest width of the chart without its axis at this width of the window, in pixels.
  const drawn = wide < 640 ? wide - 120 : wide < 1024 ? wide - 160 : wide < 1280 ? wide - 400 : 560;
  return {
    every: Math.max(1, Math.ceil(count / room)),
    apart: Math.max(1, Math.ceil((MARKER_WIDTH * count) / Math.max(drawn, MARKER_WIDTH))),
  };
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The month, every series in the order of `series`, and the marker's meaning. */
function tooltip(months: string[], series: ColumnSeries[], markers: Marker[], at: number): string {
  const lines = series
    .filter(({ texts }) => texts[at] != null)
    .map(
      ({ name, colour, texts }) =>
        `<p class="mt-1 flex items-center gap-2"><i class="size-2.5 rounded-[3px]" style="background:${escaped(
          colour,
        )}"></i><span class="flex-1 text-ink-2">${escaped(name)}</span><b class="font-semibold">${escaped(texts[at]!)}</b></p>`,
    );
  const marker = markers.find(({ month }) => month === months[at]);
  const note = marker
    ? `<p class="mt-1.5 border-t pt-1.5 text-sm text-ink-3">${escaped(`${marker.heading}: ${marker.names.join(', ')}`)}</p>`
    : '';
  return `<div class="min-w-44 px-3 py-2.5 text-base"><p class="font-semibold">${monthLabel(months[at] ?? '')}</p>${lines.join('')}${note}</div>`;
}
