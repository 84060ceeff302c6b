import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DomainEvent, StreamDefinition } from '@superscope/domain/event';
import type { Reading } from '@superscope/event-store/appending/deciding';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Makes a command, once it is known who commands it, and which revision of the record they had read. */
export type CommandBy<State> = (by: CommandContext, reading?: Reading<State>) => Command<Written>;

/** A command of one stream and one decision. */
export interface DecidedCommand<State, Args extends readonly unknown[]> {
  /** The command for the stream with this id; '' for the only stream of its kind. */
  of(id: string, ...args: Args): CommandBy<State>;
  /** The provider that executes the command. */
  readonly handler: new (store: EventStore) => ICommandHandler<Command<Written>, Written>;
}

/**
 * The command class and the handler of a command that only loads a stream, decides, and appends. `decision` gets what the command asks for;
 * what it returns gets the stream's state, and who commands it if it records that.
 */
export function decides<State, Event extends DomainEvent, Args extends readonly unknown[]>(
  name: string,
  stream: StreamDefinition<State, Event>,
  decision: (...args: Args) => (state: State, by: CommandContext, id: string) => NoInfer<Event>[],
): DecidedCommand<State, Args> {
  class Decide extends Command<Written> {
    constructor(
      readonly id: string,
      readonly args: Args,
      readonly by: CommandContext,
      readonly reading: Reading<State> | undefined,
    ) {
      super();
    }
  }

  @CommandHandler(Decide)
  @Injectable()
  class DecideHandler implements ICommandHandler<Decide> {
    constructor(private readonly store: EventStore) {}

    execute({ id, args, by, reading }: Decide): Promise<Written> {
      const decide = decision(...args);
      return this.store.transact(stream, id, (state) => decide(state, by, id), by, reading);
    }
  }

  // Errors and logs of the bus and of Nest call both by their class names.
  Object.defineProperty(Decide, 'name', { value: name });
  Object.defineProperty(DecideHandler, 'name', { value: `${name}Handler` });
  return {
    of:
      (id, ...args) =>
      (by, reading) =>
        new Decide(id, args, by, reading),
    handler: DecideHandler,
  };
}
