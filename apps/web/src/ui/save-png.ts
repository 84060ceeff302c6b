import { token } from './token';

interface Request {
  /** The chart's id. */
  id: string;
  /** The file's, without its ending. */
  name: string;
  title: string;
  items: { name: string; colour: string }[];
}
const SCALE = 2;
const EDGE = 16;
// Of one line of title over one of legend; each line more makes it so much higher.
const HEAD = 64;
const LINE = 20;

/** Puts things of these widths one after the other, on as many lines as the room asks for. */
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

/** Draws a chart of the chart library under its title and legend, and hands it to the browser as a file. */
export async function savePng({ id, ...rest }: Request) {
  const { default: ApexCharts } = await import('apexcharts');
  const drawn = await ApexCharts.getChartByID(id)?.dataURI({ scale: SCALE });
  if (drawn && 'imgURI' in drawn) await saveDrawn({ uri: drawn.imgURI, ...rest });
}

/** The same of an own drawing. */
export async function saveSvgPng(svg: SVGSVGElement, request: Omit<Request, 'id'>) {
  await saveDrawn({ uri: svgUri(svg, SCALE), ...request });
}

const VARIABLE = /var\(--([\w-]+)\)/g;

/** The drawing as an image: it takes no style from the page, so its colours are written into it. */
export function svgUri(svg: SVGSVGElement, scale: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const { width: shown, height: high } = svg.viewBox.baseVal;
  // A drawing that is zoomed in shows less of itself, on as much room.
  const width = Math.max(shown, svg.clientWidth);
  const height = (width / shown) * high;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width * scale));
  copy.setAttribute('height', String(height * scale));
  copy.setAttribute('font-family', token('typeface'));
  const text = new XMLSerializer().serializeToString(copy).replace(VARIABLE, (_, name: string) => token(name));
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

/** Puts a drawing on the card's ground under its title and legend. */
async function saveDrawn({ uri, name, title, items }: Omit<Request, 'id'> & { uri: string }) {
  const image = new Image();
  image.src = uri;
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
  const underTitle = wordPlaces.at(-1)!.line * LINE;
  const head = HEAD + underTitle + (itemPlaces.at(-1)?.line ?? 0) * LINE;

  // Sizing it also clears it and forgets the font.
  canvas.width = image.width + EDGE * 2 * SCALE;
  canvas.height = image.height + (head + EDGE) * SCALE;
  pen.fillStyle = token('surface');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, EDGE * SCALE, head * SCALE);
  pen.scale(SCALE, SCALE);
  pen.fillStyle = token('ink');
  pen.font = bold;
  wordPlaces.forEach(({ x, line }, i) => pen.fillText(words[i]!, EDGE + x, 26 + line * LINE));
  pen.font = plain;
  itemPlaces.forEach(({ x, line }, i) => {
    const { name: text, colour } = items[i]!;
    const top = 42 + underTitle + line * LINE;
    pen.fillStyle = colour === 'hatched' ? token('hatch') : colour;
    pen.fillRect(EDGE + x, top, 10, 10);
    pen.fillStyle = token('ink-2');
    pen.fillText(text, EDGE + x + 16, top + 10);
  });

  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = `${name}.png`;
  link.click();
}
