import { Controller, Module } from '@nestjs/common';
import {
  asfaDocument,
  pdfAddress,
  retirementStandardFields,
  saveAsfa,
  type AsfaDocument,
} from '@superscope/contracts/asfa';
import { changedSince } from '@superscope/contracts/changed-since';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { yesOrNo } from '@superscope/contracts/fields';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { figureGroups, saveRetirementStandard } from '@superscope/domain/dated-figures/asfa-figures';
import { superParametersStream, type SuperParameterRow } from '@superscope/domain/dated-figures/dated-figures';
import { documentHostsStream } from '@superscope/domain/document-hosts/document-hosts';
import { farAheadText, isFarAhead } from '@superscope/domain/file-check/far-ahead';
import { retirementStandardsIn, type RetirementStandardDraft } from '@superscope/domain/scoring/retirement-standard';
import { EventStore } from '@superscope/event-store/event-store';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { whenGone } from '../platform/http/gone.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Revisions, type SavedRecord } from '../platform/commands/revisions.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { fetchDocument } from './document-fetch.js';
import { readDocument } from './document-reader.js';

const loadOrSaveEndpoint = endpoint('POST /api/asfa', {
  summary:
    'With `save=true` saves a set of ASFA figures, by which members are scored from its date on; with `pdfUrl`, the address of their document is kept with them; otherwise reads the figures in the PDF at `pdfUrl` and saves nothing. With `revision`, a set of the same date that somebody saved since is kept. A date more than a year ahead is refused until it is `confirmed`',
  right: 'retirement-standard.write',
  query: z.strictObject({
    save: yesOrNo.optional(),
    confirmed: yesOrNo.optional(),
    pdfUrl: z.string().trim().min(1).max(2000).optional(),
  }),
  body: saveAsfa.nullish(),
  readsFile: true,
  answers: { 200: z.union([writeAnswer, asfaDocument]) },
  problems: { 409: changedSince },
});

/** The set of a date. */
const recordOf = (at: string): SavedRecord<Readonly<Record<string, SuperParameterRow>>> => ({
  stream: superParametersStream,
  id: '',
  fields: (rows) => {
    const set = retirementStandardsIn(Object.values(rows)).find((each) => each.at === at);
    return Object.fromEntries(
      figureGroups.flatMap(({ group, figures }) =>
        figures.map(({ field, word }) => [
          `${group}: ${word}`,
          set?.[field] == null ? null : set[field].toLocaleString('en-AU', { style: 'currency', currency: 'AUD' }),
        ]),
      ),
    );
  },
});

/** Saves a dated set of ASFA figures whole, as an import of `superParameters` would. */
const SaveRetirementStandard = decides('SaveRetirementStandard', superParametersStream, saveRetirementStandard);

type Asked = RequestOf<typeof loadOrSaveEndpoint>;

@Controller()
class LoadOrSaveController {
  constructor(
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly access: AccessLog,
    private readonly revisions: Revisions,
  ) {}

  @Endpoint(loadOrSaveEndpoint)
  loadOrSave(asked: Asked, reply: FastifyReply): Promise<WriteAnswer | AsfaDocument> {
    return asked.query.save === true ? this.save(asked) : this.load(asked, whenGone(reply));
  }

  private async save(asked: Asked): Promise<WriteAnswer> {
    const { at, savings, pension, budgets, revision, pdfUrls = {} } = asked.body ?? {};
    if (at === undefined) throw new Refusal(400, { message: 'Say from which day the figures are valid.' });
    if (isFarAhead(at, sydneyDate(new Date())) && asked.query.confirmed !== true)
      throw new Refusal(400, { message: `${farAheadText('The figures', at)} Confirm the day, or correct it.` });
    const set = { at, ...savings, ...pension, ...budgets, pdfUrls: { ...this.readFrom(asked), ...pdfUrls } };
    const written = await this.revisions.guard(recordOf(at), revision, (reading) =>
      this.commands.write(asked.request, SaveRetirementStandard.of('', set), reading),
    );
    this.note(asked, 'saved retirement standard', at, 'ok');
    return written;
  }

  /** The address beside a set is that of every figure without one of its own. */
  private readFrom({ query: { pdfUrl } }: Asked): RetirementStandardDraft['pdfUrls'] {
    if (pdfUrl === undefined) return {};
    const { data, error } = pdfAddress.safeParse(pdfUrl);
    if (error !== undefined) throw new Refusal(400, { message: error.issues[0]!.message });
    return Object.fromEntries(retirementStandardFields.map((field) => [field, data]));
  }

  private async load(asked: Asked, gone: AbortSignal): Promise<AsfaDocument> {
    const { pdfUrl } = asked.query;
    if (pdfUrl === undefined) throw new Refusal(400, { message: 'Write the address of a PDF.' });
    let outcome: 'ok' | 'refused' = 'refused';
    try {
      const { state: hosts } = await this.store.load(documentHostsStream, '');
      const { name, bytes } = await fetchDocument(pdfUrl, hosts);
      const document = await readDocument(name, bytes, gone);
      outcome = 'ok';
      return document;
    } finally {
      this.note(asked, 'read figures', 'asfa', outcome);
    }
  }

  private note(
    { caller, request }: Asked,
    action: 'saved retirement standard' | 'read figures',
    object: string,
    outcome: 'ok' | 'refused',
  ): void {
    const { userId, role } = caller;
    this.access.note(request, { userId, role, planId: null, action, object, rows: null, outcome });
  }
}

@Module({ controllers: [LoadOrSaveController], providers: [SaveRetirementStandard.handler] })
export class LoadOrSaveFiguresSlice {}
