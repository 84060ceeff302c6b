import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { MadeFiles } from '@superscope/api/work/made-files';
import { canonicalJson } from '@superscope/contracts/canonical-json';
import { keptFigures, type KeptFigures } from '@superscope/contracts/kept-figures';
import { reportStream } from '@superscope/domain/report/report';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest } from '../harness/sample-plan.js';
import type { AsOfPortal } from './as-of-portal.js';

type ReportEvent = Parameters<typeof reportStream.evolve>[1];
type Stored = ReportEvent & { at: string };

/**
 * A report as its release left it: the events of its stream, and its figures, which are kept for years. Its PDF was kept for 30 days only.
 *
 * The stored one is the Policy Committee Report that commit b9f8767d, the last one before publishing rules 2, made of the plan of
 * plan-of-first-rules.ts with its own web client and Chromium; its recordingClock stood at 15 February 2026, also in place of `new Date()` in
 * CompleteFigures and RetirementStandard. To make another, record that plan at its release on engines of the same seed, have the report made
 * as Staff, and store the events of its stream with the figures.json that is attached to its PDF.
 */
interface PastReport {
  workId: string;
  events: readonly Stored[];
  figures: KeptFigures;
}

const contentOf = (figures: KeptFigures): Buffer => Buffer.from(canonicalJson(figures));
export const digestOf = (figures: KeptFigures): string => createHash('sha256').update(contentOf(figures)).digest('hex');

export function reportOfFirstRules(): PastReport {
  const stored = JSON.parse(readFileSync(new URL('./report-of-first-rules.json', import.meta.url), 'utf8')) as {
    events: Stored[];
    figures: unknown;
  };
  return { workId: stored.events[0]!.data.workId, events: stored.events, figures: keptFigures.parse(stored.figures) };
}

/** The digest of a report's figures, as its event names it. */
export function digestMade({ events }: PastReport): string | null {
  const made = events.find((event) => event.type === 'ReportMade');
  return made === undefined ? null : made.data.figuresSha256;
}

/** The report that would have been made of other figures. */
export function forged({ events, figures: made }: PastReport, figures: KeptFigures): PastReport {
  const workId = randomUUID();
  const ofOthers = { ...figures, code: 'FAKEFAKEFAKE' };
  const text = JSON.stringify(events.map((event) => ({ ...event, data: { ...event.data, workId } })))
    .replaceAll(digestOf(made), digestOf(ofOthers))
    .replaceAll(made.code, ofOthers.code);
  return { workId, events: JSON.parse(text) as Stored[], figures: ofOthers };
}

export async function recordReport({ store }: PortalEngines, { workId, events }: PastReport): Promise<void> {
  for (const { at, ...event } of events) {
    const by = { ...byTest(at), actor: 'user', role: 'Staff' as const };
    await store.transact(reportStream, workId, () => [event as ReportEvent], by);
  }
}

export async function keepFigures({ api }: AsOfPortal, { events, figures }: PastReport): Promise<void> {
  const files = api.app.get(MadeFiles);
  const made = new Date(events.at(-1)!.at);
  const digest = await files.keep(contentOf(figures), made);
  await files.pin([digest], new Date('2100-01-01T00:00:00.000Z'));
}
