import { apply, show } from './theme';

/** Drawings of the chart library have the size of the screen; with a view box they become as small as their place on paper. */
const DRAWINGS = 'main svg.apexcharts-svg';

function fit() {
  for (const drawing of document.querySelectorAll<SVGSVGElement>(DRAWINGS)) {
    const [width, height] = [drawing.getAttribute('width'), drawing.getAttribute('height')];
    if (width && height) drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
  }
}
function unfit() {
  for (const drawing of document.querySelectorAll(DRAWINGS)) drawing.removeAttribute('viewBox');
}

/** Paper is white, whatever the theme on screen, and narrower than most screens. Call once. */
export function preparePaper() {
  addEventListener('beforeprint', () => {
    show('light');
    // Charts that are drawn again in light colours are there by then.
    queueMicrotask(fit);
    fit();
  });
  addEventListener('afterprint', () => {
    unfit();
    apply();
  });
}
