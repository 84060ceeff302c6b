import type { LegendItem } from './legend';
import { token } from './token';

interface Request {
  /** The id of a chart of the chart library, or an SVG element. */
  drawing: string | SVGSVGElement;
  /** The file name, without its extension. */
  name: string;
  title: string;
  items: LegendItem[];
  /** A line of small print under the drawing: what it is of, and where it comes from. */
  foot: string;
  /** Words in the middle of a ring, which are no part of the drawing: a figure, and its name under it. */
  centre?: { figure: string; name: string } | undefined;
}
const SCALE = 2;
const EDGE = 16;
// The height of one line of title over one line of legend, and what each further line adds.
const HEAD = 64;
const LINE = 20;
// The same for the small print under the drawing.
const FOOT = 20;
const SMALL_LINE = 15;

/** Places items of these widths from left to right, with line breaks so that they fit into `room`. */
function wrapped(widths: number[], room: number, gap: number): { x: number; line: number }[] {
  let end = 0;
  let line = 0;
  return widths.map((width) => {
    let x = end === 0 ? 0 : end + gap;
    if (x > 0 && x + width > room) {
      x = 0;
      line += 1;
    }
    end = x + width;
    return { x, line };
  });
}

async function chartImage(id: string): Promise<string | null> {
  const { default: ApexCharts } = await import('apexcharts');
  const chart = ApexCharts.getChartByID(id) as { el?: HTMLElement } | undefined;
  const svg = chart?.el?.querySelector('svg');
  if (!svg) return null;
  // Its legend is HTML within the drawing; it and the marks of the pointer are not drawn.
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.querySelectorAll('foreignObject, [class*=crosshairs]').forEach((part) => part.remove());
  return svgImage(copy, svg.getBoundingClientRect());
}

/** The font of the page as a style with its data, because an image loads nothing; empty where it cannot be read. */
async function fontStyle(): Promise<string> {
  const family = token('typeface').split(',')[0]!.replaceAll(/["']/g, '').trim();
  const faces = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
    } catch {
      return [];
    }
  });
  const face = faces.find(({ style }) => style.getPropertyValue('font-family').replaceAll(/["']/g, '') === family);
  const source = face && /url\("?([^")]+)"?\)/.exec(face.style.getPropertyValue('src'))?.[1];
  if (!source) return '';
  try {
    const bytes = new Uint8Array(await (await fetch(source)).arrayBuffer());
    const data = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
    return `@font-face{font-family:'${family}';font-weight:300 900;src:url(data:font/woff2;base64,${data}) format('woff2')}`;
  } catch {
    return '';
  }
}

/** The drawing as a data URL. An image sees no CSS variables or fonts of the page, so both are put into it. */
async function svgImage(svg: SVGSVGElement, size = svg.getBoundingClientRect()): Promise<string> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const { width, height } = size;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  copy.setAttribute('width', String(width * SCALE));
  copy.setAttribute('height', String(height * SCALE));
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = `text{font-family:${token('typeface')}}${await fontStyle()}`;
  copy.prepend(style);
  const text = new XMLSerializer()
    .serializeToString(copy)
    .replace(/var\(--([\w-]+)\)/g, (_, name: string) => token(name).replaceAll('"', "'"));
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

const plainColour = (colour: string) => colour.replace(/^var\(--([\w-]+)\)$/, (_, name: string) => token(name));

/** Saves a PNG of the chart under its title and legend, on the card's background. */
export async function savePng({ drawing, name, title, items, foot, centre }: Request) {
  const address = typeof drawing === 'string' ? await chartImage(drawing) : await svgImage(drawing);
  if (address === null) return;
  const image = new Image();
  image.src = address;
  await image.decode();

  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const bold = `600 15px ${token('typeface')}`;
  const plain = `400 13px ${token('typeface')}`;
  const widthOf = (text: string) => pen.measureText(text).width;
  const room = image.width / SCALE;
  pen.font = bold;
  const words = title.split(' ');
  const wordPlaces = wrapped(words.map(widthOf), room, widthOf(' '));
  pen.font = plain;
  const itemPlaces = wrapped(
    items.map((item) => 16 + widthOf(item.name)),
    room,
    16,
  );
  const small = `400 11px ${token('typeface')}`;
  pen.font = small;
  const footWords = foot.split(' ');
  const footPlaces = wrapped(footWords.map(widthOf), room, widthOf(' '));
  const footHeight = FOOT + footPlaces.at(-1)!.line * SMALL_LINE;
  const underTitle = wordPlaces.at(-1)!.line * LINE;
  const head = HEAD + underTitle + (itemPlaces.at(-1)?.line ?? 0) * LINE;

  // Resizing the canvas also clears it and resets the font.
  canvas.width = image.width + EDGE * 2 * SCALE;
  canvas.height = image.height + (head + footHeight + EDGE) * SCALE;
  pen.fillStyle = token('surface');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, EDGE * SCALE, head * SCALE);
  pen.scale(SCALE, SCALE);
  pen.fillStyle = token('ink');
  pen.font = bold;
  wordPlaces.forEach(({ x, line }, i) => pen.fillText(words[i]!, EDGE + x, 26 + line * LINE));
  pen.font = plain;
  itemPlaces.forEach(({ x, line }, i) => {
    const { name: text, colour, dashed } = items[i]!;
    const top = 42 + underTitle + line * LINE;
    pen.fillStyle = colour === 'hatched' ? token('hatch') : plainColour(colour);
    if (dashed) for (const left of [0, 7]) pen.fillRect(EDGE + x + left, top + 4, 5, 2);
    else pen.fillRect(EDGE + x, top, 10, 10);
    pen.fillStyle = token('ink-2');
    pen.fillText(text, EDGE + x + 16, top + 10);
  });

  const end = head + image.height / SCALE;
  if (centre) {
    pen.textAlign = 'center';
    pen.fillStyle = token('ink');
    pen.font = `600 28px ${token('typeface')}`;
    pen.fillText(centre.figure, EDGE + room / 2, end - 30);
    pen.fillStyle = token('ink-2');
    pen.font = plain;
    pen.fillText(centre.name, EDGE + room / 2, end - 8);
    pen.textAlign = 'start';
  }
  pen.fillStyle = token('ink-3');
  pen.font = small;
  footPlaces.forEach(({ x, line }, i) => pen.fillText(footWords[i]!, EDGE + x, end + FOOT + line * SMALL_LINE));

  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = `${name}.png`;
  link.click();
}
