import { Injectable } from '@nestjs/common';
import type { ChangedSince, RecordChange } from '@superscope/contracts/changed-since';
import { usersView } from '@superscope/contracts/read-models/users';
import { streamName, type DomainEvent, type StreamDefinition } from '@superscope/domain/event';
import { RecordChanged, type Reading } from '@superscope/event-store/appending/deciding';
import { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable } from '@superscope/event-store/events/recorded-event';
import { Views } from '../engines.module.js';
import { Refusal } from '../http/problem.filter.js';

/** A record's fields as its form names them, each in words; null where it has none. */
export type RecordFields = Readonly<Record<string, string | null>>;

/** What a form saves whole: a stream's state or a part of it. */
export interface SavedRecord<State> {
  readonly stream: StreamDefinition<State, never>;
  readonly id: string;
  readonly fields: (state: State) => RecordFields;
}

/** The newest changes that a refusal tells. */
const most = 20;

/** Refuses saves of forms that were read before somebody else's change, and says who changed what. */
@Injectable()
export class Revisions {
  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
  ) {}

  /**
   * Runs a save of a form. By the reading that it gets, the save does not undo what somebody saved after the form had been read. Throws a
   * conflict that names what others changed since, by the record's stream itself: what is read of it may be late. `inWords` says a value
   * of a field that is stored as an id.
   */
  async guard<State, Result>(
    record: SavedRecord<State>,
    revision: number | undefined,
    save: (reading: Reading<State>) => Promise<Result>,
    inWords: (fields: readonly RecordFields[]) => Promise<(value: string, field: string) => string> = () =>
      Promise.resolve((value) => value),
  ): Promise<Result> {
    try {
      return await save(revision === undefined ? {} : { basedOn: { revision, record: record.fields } });
    } catch (error) {
      if (!(error instanceof RecordChanged) || revision === undefined) throw error;
      throw new Refusal(409, await this.changedSince(record, revision, error.message, inWords), { cause: error });
    }
  }

  private async changedSince<State>(
    { stream, id, fields }: SavedRecord<State>,
    since: number,
    message: string,
    inWords: (fields: readonly RecordFields[]) => Promise<(value: string, field: string) => string>,
  ): Promise<ChangedSince> {
    let state = stream.initial;
    let revision = -1;
    const found: { actor: string; at: Date; was: RecordFields; is: RecordFields }[] = [];
    for await (const event of this.store.read(streamName(stream, id))) {
      revision = Number(event.revision);
      if (isUndecodable(event)) continue;
      const was = fields(state);
      state = stream.evolve(state, event as DomainEvent as never);
      const is = fields(state);
      if (revision > since && JSON.stringify(was) !== JSON.stringify(is))
        found.push({ actor: event.metadata.actor, at: event.created, was, is });
    }
    const newest = found.slice(-most).reverse();
    const [names, words] = await Promise.all([
      this.namesOf(newest.map(({ actor }) => actor)),
      inWords(newest.flatMap(({ was, is }) => [was, is])),
    ]);
    const say = (value: string | null | undefined, field: string) => (value == null ? null : words(value, field));
    const changes = newest.map(({ actor, at, was, is }): RecordChange => ({
      by: names.get(actor) ?? null,
      at: at.toISOString(),
      fields: [...new Set([...Object.keys(was), ...Object.keys(is)])]
        .filter((field) => (was[field] ?? null) !== (is[field] ?? null))
        .map((field) => ({ field, was: say(was[field], field), is: say(is[field], field) })),
    }));
    return { message, revision, changes };
  }

  private async namesOf(userIds: readonly string[]): Promise<Map<string, string>> {
    const users = await this.views
      .of(usersView)
      .find({ _id: { $in: [...new Set(userIds)] } }, { projection: { personal: 1 } })
      .toArray();
    return new Map(users.map(({ _id, personal }) => [_id, personal.name ?? personal.username]));
  }
}
