import { Controller, Module } from '@nestjs/common';
import {
  asfaFigures,
  retirementStandardFields,
  type AsfaFigures,
  type StandardField,
} from '@superscope/contracts/asfa';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { documentHostsStream } from '@superscope/domain/document-hosts/document-hosts';
import { inForceOn } from '@superscope/domain/in-force';
import { isComplete, type RetirementStandardDraft } from '@superscope/domain/scoring/retirement-standard';
import { EventStore } from '@superscope/event-store/event-store';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { AsfaModule } from './asfa.module.js';
import { SavedStandards } from './saved-standards.js';

const asfaFiguresEndpoint = endpoint('GET /api/asfa', {
  summary:
    "ASFA's retirement standard in use today, every set saved, and the hosts from which documents may be fetched",
  right: 'retirement-standard.write',
  answers: { 200: asfaFigures },
});

@Controller()
class AsfaFiguresController {
  constructor(
    private readonly standards: SavedStandards,
    private readonly store: EventStore,
  ) {}

  @Endpoint(asfaFiguresEndpoint)
  async figures(_: RequestOf<typeof asfaFiguresEndpoint>): Promise<AsfaFigures> {
    const [{ sets: saved, revisions }, hosts] = await Promise.all([
      this.standards.read(),
      this.store.load(documentHostsStream, ''),
    ]);
    const usable = saved.filter(isComplete).map((set) => ({ validFrom: set.at, set }));
    const inUse = inForceOn(usable, sydneyDate(new Date()))?.set ?? null;
    const sets = saved.toReversed().map((set) => ({
      at: set.at,
      ...figuresOf(set),
      inUse: set === inUse,
      complete: isComplete(set),
      pdfUrls: set.pdfUrls ?? {},
      revision: revisions.get(set.at)!,
    }));
    return {
      at: inUse?.at ?? null,
      ...figuresOf(inUse),
      sets,
      hosts: [...hosts.state],
      hostsRevision: Number(hosts.revision),
    };
  }
}

const figuresOf = (set: RetirementStandardDraft | null) =>
  Object.fromEntries(retirementStandardFields.map((field) => [field, set?.[field] ?? null])) as Record<
    StandardField,
    number | null
  >;

@Module({ imports: [AsfaModule], controllers: [AsfaFiguresController] })
export class AsfaFiguresSlice {}
