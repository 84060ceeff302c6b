import { token } from './palette';

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
const HEAD = 64;

/** Draws the chart under its title and legend on the card's ground, and hands it to the browser as a file. */
export async function savePng({ id, name, title, items }: Request) {
  const { default: ApexCharts } = await import('apexcharts');
  const drawn = await ApexCharts.getChartByID(id)?.dataURI({ scale: SCALE });
  if (!drawn || !('imgURI' in drawn)) return;
  const image = new Image();
  image.src = drawn.imgURI;
  await image.decode();

  const canvas = document.createElement('canvas');
  canvas.width = image.width + EDGE * 2 * SCALE;
  canvas.height = image.height + (HEAD + EDGE) * SCALE;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.fillStyle = token('surface');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, EDGE * SCALE, HEAD * SCALE);
  pen.scale(SCALE, SCALE);
  pen.fillStyle = token('ink');
  pen.font = `600 15px ${token('typeface')}`;
  pen.fillText(title, EDGE, 26);
  pen.font = `400 13px ${token('typeface')}`;
  let x = EDGE;
  for (const item of items) {
    pen.fillStyle = item.colour === 'hatched' ? token('hatch') : item.colour;
    pen.fillRect(x, 42, 10, 10);
    pen.fillStyle = token('ink-2');
    pen.fillText(item.name, x + 16, 52);
    x += 16 + pen.measureText(item.name).width + 16;
  }

  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = `${name}.png`;
  link.click();
}
