import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { saveAsfa } from '@superscope/contracts/asfa';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { saveRetirementStandard } from '@superscope/domain/dated-figures/asfa-figures';
import { superParametersStream } from '@superscope/domain/dated-figures/dated-figures';
import type { RetirementStandardDraft } from '@superscope/domain/scoring/retirement-standard';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';

const saveFiguresEndpoint = endpoint('POST /api/asfa', {
  summary: 'Saves a set of ASFA figures, by which members are scored from its date on',
  right: 'retirement-standard.write',
  query: z.strictObject({ save: z.literal('true', "Write save=true.") }),
  body: saveAsfa,
  answers: { 200: writeAnswer },
  noted: 'saved retirement standard',
});

/** Saves a dated set of ASFA figures whole, as an import of `superParameters` would. */
class SaveRetirementStandard extends Command<Written> {
  constructor(
    readonly set: RetirementStandardDraft,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SaveRetirementStandard)
@Injectable()
class SaveRetirementStandardHandler implements ICommandHandler<SaveRetirementStandard> {
  constructor(private readonly store: EventStore) {}

  execute({ set, by }: SaveRetirementStandard): Promise<Written> {
    return this.store.transact(superParametersStream, '', saveRetirementStandard(set), by);
  }
}

@Controller()
class SaveFiguresController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(saveFiguresEndpoint)
  save({ body, request }: RequestOf<typeof saveFiguresEndpoint>): Promise<WriteAnswer> {
    const { at, savings, pension, budgets } = body;
    if (at === undefined) throw new Refusal(400, { message: 'Say from which day the figures are valid.' });
    return this.commands.write(
      request,
      (by) => new SaveRetirementStandard({ at, ...savings, ...pension, ...budgets }, by),
    );
  }
}

@Module({ controllers: [SaveFiguresController], providers: [SaveRetirementStandardHandler] })
export class SaveFiguresSlice {}
