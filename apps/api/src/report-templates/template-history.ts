import { Injectable } from '@nestjs/common';
import { usersView } from '@superscope/contracts/read-models/users';
import type { TemplateChange } from '@superscope/contracts/report-templates';
import type { ServedPage } from '@superscope/contracts/plan-report';
import { streamName } from '@superscope/domain/event';
import { reportTemplateStream } from '@superscope/domain/report-template/report-template';
import type { ReportTemplateEvent } from '@superscope/domain/report-template/report-template.events';
import { templateChanges } from '@superscope/domain/report-template/template-changes';
import { roles } from '@superscope/domain/user/user.events';
import { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { Views } from '../platform/engines.module.js';

type Change = RecordedEvent & ReportTemplateEvent;
type LastEntry = NonNullable<ServedPage['entered']>;

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

  /** Who changed each page last up to a revision, by the page's id. Later changes are of words that the reader does not have yet. */
  async lastEntries(templateId: string, upTo: number): Promise<Map<string, LastEntry>> {
    const last = new Map<string, Change>();
    for (const event of await this.of(templateId))
      if (event.revision <= BigInt(upTo)) for (const pageId of pagesChangedBy(event)) last.set(pageId, event);
    const names = await this.namesOf([...last.values()]);
    return new Map(
      [...last].map(([pageId, { metadata, created }]): [string, LastEntry] => [
        pageId,
        {
          by: names.get(metadata.actor) ?? null,
          role: roles.find((role) => role === metadata.role) ?? null,
          at: created.toISOString(),
        },
      ]),
    );
  }

  /** What each event changed, newest first, with the name of who made it. */
  async changes(templateId: string): Promise<TemplateChange[]> {
    const events = await this.of(templateId);
    const names = await this.namesOf(events);
    return templateChanges(events)
      .map((change, at) => ({
        ...change,
        by: names.get(events[at]!.metadata.actor) ?? null,
        at: events[at]!.created.toISOString(),
      }))
      .reverse();
  }

  /** How those who made changes are called, by their ids. */
  private async namesOf(events: readonly Change[]): Promise<Map<string, string>> {
    const actors = [...new Set(events.map(({ metadata }) => metadata.actor))];
    const users = await this.views
      .of(usersView)
      .find({ _id: { $in: actors } }, { projection: { personal: 1 } })
      .toArray();
    return new Map(users.map(({ _id, personal }) => [_id, personal.name ?? personal.username]));
  }
}

/** The pages whose words an event changes. */
function pagesChangedBy({ data }: ReportTemplateEvent): string[] {
  if ('pages' in data) return data.pages.map(({ pageId }) => pageId);
  if ('page' in data) return [data.page.pageId];
  return 'pageId' in data ? [data.pageId] : [];
}
