/** Operators that paint the path before them, and those that build one. */
const painting: ReadonlySet<string> = new Set(['f', 'f*', 'F', 'S', 's', 'B', 'B*', 'b', 'b*']);
const building: ReadonlySet<string> = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're']);
const begin = '/Artifact BMC';
const end = 'EMC';

const operatorOf = (line: string): string => line.slice(line.lastIndexOf(' ') + 1);

/**
 * Marks what no structure element owns as an artifact: margin boxes, and backgrounds and borders of plain elements. `content` is a page's
 * content stream as Chromium writes it, with one operator on each line. `isTagged` tells of a form, by its name, whether elements own what
 * it paints: such a form is marked inside.
 */
export function markArtifacts(content: string, isTagged: (form: string) => boolean): string {
  const marked: string[] = [];
  let depth = 0;
  let path: string[] = [];
  const keepPath = () => {
    marked.push(...path);
    path = [];
  };
  for (const line of content.split('\n')) {
    const operator = operatorOf(line);
    if (/(BDC|BMC)$/.test(line)) {
      keepPath();
      depth += 1;
      marked.push(line);
    } else if (line === end) {
      keepPath();
      depth -= 1;
      marked.push(line);
    } else if (depth > 0) marked.push(line);
    else if (line === 'BT') marked.push(begin, line);
    else if (line === 'ET') marked.push(line, end);
    else if (building.has(operator)) path.push(line);
    else if (painting.has(operator)) {
      marked.push(begin, ...path, line, end);
      path = [];
    } else if (operator === 'Do' && isTagged(line.slice(1, line.indexOf(' ')))) marked.push(line);
    else if (operator === 'Do' || operator === 'sh') marked.push(begin, line, end);
    else {
      // The path clips, so it paints nothing.
      keepPath();
      marked.push(line);
    }
  }
  keepPath();
  return marked.join('\n');
}
