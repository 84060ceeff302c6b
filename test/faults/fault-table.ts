import { readFileSync, writeFileSync } from 'node:fs';
import type { Findings } from './findings.js';

/** The results of fault runs over one or several portals. */
export class FaultTally {
  rounds = 0;
  looks = 0;
  rows = 0;
  commands = 0;
  /** Documents that arrived, and that failed with their reason. */
  arrived = 0;
  failed = 0;
  readonly done = new Map<string, number>();
  readonly found = { lost: 0, doubled: 0, halfVisible: 0, failures: 0 };
  /** The findings by fault, of the rounds with that fault. */
  private readonly byFault = new Map<string, { rounds: number; lost: number; doubled: number; halfVisible: number }>();

  round(faults: readonly string[], { lost, doubled, halfVisible, failures }: Findings): void {
    this.rounds += 1;
    for (const [kind, count] of Object.entries({ lost, doubled, halfVisible, failures }))
      this.found[kind as keyof typeof this.found] += count;
    for (const name of faults) this.done.set(name, (this.done.get(name) ?? 0) + 1);
    for (const name of new Set(faults)) {
      const row = this.byFault.get(name) ?? { rounds: 0, lost: 0, doubled: 0, halfVisible: 0 };
      row.rounds += 1;
      row.lost += lost;
      row.doubled += doubled;
      row.halfVisible += halfVisible;
      this.byFault.set(name, row);
    }
  }

  /** A heading and one row for each fault, as cells. */
  table(): string[][] {
    const rows = [...this.done]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, times]) => {
        const { lost, doubled, halfVisible } = this.byFault.get(name)!;
        return [name, String(times), String(lost), String(doubled), String(halfVisible)];
      });
    const times = [...this.done.values()].reduce((a, b) => a + b, 0);
    const { lost, doubled, halfVisible } = this.found;
    return [
      ['what was done', 'times', 'lost', 'doubled', 'half visible'],
      ...rows,
      ['all together', String(times), String(lost), String(doubled), String(halfVisible)],
    ];
  }

  summary(): string {
    const whole = (value: number) => value.toLocaleString('en-AU');
    return `${this.rounds} rounds, ${whole(this.rows)} acknowledged rows, ${whole(this.commands)} acknowledged commands, ${whole(this.arrived)} documents that arrived and ${whole(this.failed)} that failed with their reason, ${whole(this.looks)} looks at plan-months.`;
  }
}

const markers = { begin: '<!-- faults: written by npm run faults -- --write -->', end: '<!-- end of faults -->' };

/** Writes a run's table between the markers of a page. */
export function writeTable(file: string, heading: string, tally: FaultTally): void {
  const page = readFileSync(file, 'utf8');
  const [begin, end] = [page.indexOf(markers.begin), page.indexOf(markers.end)];
  if (begin < 0 || end < begin) throw new Error(`${file} has no place for the table of faults.`);
  const table = tally.table();
  const widths = table[0]!.map((_, column) => Math.max(3, ...table.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const text = [heading, tally.summary(), '', line(table[0]!), rule, ...table.slice(1).map(line)].join('\n');
  writeFileSync(file, `${page.slice(0, begin)}${markers.begin}\n\n${text}\n\n${page.slice(end)}`);
}
