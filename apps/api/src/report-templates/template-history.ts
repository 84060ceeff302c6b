import { Injectable } from '@nestjs/common';
import { usersView } from '@superscope/contracts/read-models/users';
import type { TemplateChange } from '@superscope/contracts/report-templates';
import { streamName } from '@superscope/domain/event';
import { reportTemplateStream } from '@superscope/domain/report-template/report-template';
import type { ReportTemplateEvent } from '@superscope/domain/report-template/report-template.events';
import { templateChanges } from '@superscope/domain/report-template/template-changes';
import { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { Views } from '../platform/engines.module.js';

type Change = RecordedEvent & ReportTemplateEvent;

/** The events of a template's stream. */
@Injectable()
export class TemplateHistory {
  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
  ) {}

  async of(templateId: string): Promise<Change[]> {
    const events: Change[] = [];
    for await (const event of this.store.read(streamName(reportTemplateStream, templateId)))
      if (!isUndecodable(event) && event.type in reportTemplateStream.shapes) events.push(event as Change);
    return events;
  }

  /** What each event changed, newest first, with the name of who made it. */
  async changes(templateId: string): Promise<TemplateChange[]> {
    const events = await this.of(templateId);
    const actors = [...new Set(events.map(({ metadata }) => metadata.actor))];
    const users = await this.views
      .of(usersView)
      .find({ _id: { $in: actors } }, { projection: { personal: 1 } })
      .toArray();
    const names = new Map(users.map(({ _id, personal }) => [_id, personal.name ?? personal.username]));
    return templateChanges(events)
      .map((change, at) => ({
        ...change,
        by: names.get(events[at]!.metadata.actor) ?? null,
        at: events[at]!.created.toISOString(),
      }))
      .reverse();
  }
}
