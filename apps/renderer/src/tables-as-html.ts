/**
 * The tables within an element as an HTML page with the texts shown on the screen: no scripts, no styles, no links. The function runs in
 * the browser, so it uses nothing from outside itself.
 */
export function tablesAsHtml(element: Element): string {
  const escaped = (text: string) =>
    text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
  const words = (node: Element) => {
    const copy = node.cloneNode(true) as Element;
    for (const silent of copy.querySelectorAll('[aria-hidden="true"]')) silent.remove();
    return escaped((copy.textContent ?? '').replace(/\s+/g, ' ').trim());
  };
  const cell = (node: HTMLTableCellElement) => {
    const name = node.tagName.toLowerCase();
    const scope = node.getAttribute('scope') ?? (node.closest('thead') ? 'col' : null);
    const spans = node.colSpan > 1 ? ` colspan="${node.colSpan}"` : '';
    return `<${name}${name === 'th' && scope ? ` scope="${escaped(scope)}"` : ''}${spans}>${words(node)}</${name}>`;
  };
  const rows = (part: HTMLTableSectionElement) =>
    [...part.rows].map((row) => `<tr>${[...row.cells].map(cell).join('')}</tr>`).join('\n');
  const table = (node: HTMLTableElement) =>
    [
      '<table>',
      ...[...node.querySelectorAll<HTMLTableSectionElement>('thead, tbody, tfoot')].map((part) => {
        const name = part.tagName.toLowerCase();
        return `<${name}>\n${rows(part)}\n</${name}>`;
      }),
      '</table>',
    ].join('\n');
  const title = element.querySelector('h1, h2, h3');
  const notes = [...element.querySelectorAll('[data-told]')].map((note) => `<p>${words(note)}</p>`);
  const tables = [...element.querySelectorAll('table')].map(table);
  return [
    '<!doctype html>',
    '<html lang="en-AU">',
    `<head><meta charset="utf-8"><title>${title ? words(title) : ''}</title></head>`,
    '<body>',
    ...(title ? [`<h1>${words(title)}</h1>`] : []),
    ...notes,
    ...tables,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
