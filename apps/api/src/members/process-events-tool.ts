import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { randomUUID } from 'node:crypto';
import type { Env } from '../env.js';
import { systemContext } from '../platform/commands/command-context.js';
import { EnginesModule } from '../platform/engines.module.js';
import { ProcessMemberEvents, ProcessMemberEventsSlice } from './process-events.slice.js';

@Module({ imports: [CqrsModule.forRoot(), ProcessMemberEventsSlice] })
class ProcessEventsToolModule {
  static with(env: Env): DynamicModule {
    return { module: ProcessEventsToolModule, imports: [EnginesModule.for(env)] };
  }
}

/** Runs today's processing on the engines that the settings name; returns the text to print. */
export async function processMemberEventsNow(env: Env): Promise<string> {
  const app = await NestFactory.createApplicationContext(ProcessEventsToolModule.with(env), {
    logger: ['error'],
    abortOnError: false,
  });
  try {
    const today = sydneyDate(new Date());
    const by = systemContext(`process-member-events/${randomUUID()}`);
    const { events } = await app.get(CommandBus).execute(ProcessMemberEvents.of('', today)(by));
    return events === 0
      ? `Member events recorded before ${today} are processed already.`
      : `Member events recorded before ${today} are processed now.`;
  } finally {
    await app.close();
  }
}
