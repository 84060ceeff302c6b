import { apply, show } from './theme';

/** The drawings of the chart library are sized for the screen. A view box lets them shrink to their place on paper. */
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
    // By then, charts have been redrawn in light colours.
    queueMicrotask(fit);
    fit();
  });
  addEventListener('afterprint', () => {
    unfit();
    apply();
  });
}
