import { Controller, Module } from '@nestjs/common';
import { changedSince } from '@superscope/contracts/changed-since';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { providersView } from '@superscope/contracts/read-models/fund';
import { usersView } from '@superscope/contracts/read-models/users';
import {
  salesforcePlanRequest,
  salesforceSchedule,
  type SalesforceScheduleAnswer,
} from '@superscope/contracts/salesforce';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { batchRegisterStream } from '@superscope/domain/salesforce-batch/batch-register';
import { batchStatus } from '@superscope/domain/salesforce-batch/salesforce-batch';
import {
  salesforceScheduleStream,
  setSchedule,
  type SalesforcePlan,
  type SalesforceSchedule,
} from '@superscope/domain/salesforce-schedule/salesforce-schedule';
import { EventStore } from '@superscope/event-store/event-store';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Revisions, type RecordFields, type SavedRecord } from '../platform/commands/revisions.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { SalesforceModule } from './salesforce.module.js';
import { nextDueOf, ScheduledExports } from './scheduled-exports.js';

const scheduleEndpoint = endpoint('GET /api/salesforce/schedule', {
  summary: 'When exports to Salesforce begin by themselves, and how the last ones by the plan stand',
  right: 'salesforce.export',
  polled: true,
  answers: { 200: salesforceSchedule },
});

const setScheduleEndpoint = endpoint('PUT /api/salesforce/schedule', {
  summary:
    'Says when exports to Salesforce begin by themselves: at a time of these days in Sydney, in the caller’s name, of all providers together or of some. With `revision`, a plan that somebody changed since is kept',
  right: 'salesforce.schedule',
  body: salesforcePlanRequest,
  answers: { 200: writeAnswer },
  problems: { 404: null, 409: changedSince },
  noted: 'set plan of Salesforce exports',
});

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const providersField = 'Providers';

const record: SavedRecord<SalesforceSchedule> = {
  stream: salesforceScheduleStream,
  id: '',
  fields: ({ plan }): RecordFields =>
    plan === null
      ? {}
      : {
          'By themselves': plan.isOn ? 'On' : 'Off',
          Time: plan.at,
          Days: plan.days.map((day) => weekdays[day - 1]).join(', '),
          [providersField]: plan.providerIds === null ? 'All together' : plan.providerIds.join(', '),
        },
};

/** Sets the plan of exports, in the name of whoever sets it. */
const SetSchedule = decides(
  'SetSchedule',
  salesforceScheduleStream,
  (plan: SalesforcePlan) => (schedule, by) => setSchedule(plan, by.actor, by.at)(schedule),
);

@Controller()
class ExportScheduleController {
  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly commands: Commands,
    private readonly revisions: Revisions,
    private readonly exports: ScheduledExports,
  ) {}

  @Endpoint(scheduleEndpoint)
  async show(): Promise<SalesforceScheduleAnswer> {
    const { state, revision } = await this.store.load(salesforceScheduleStream, '');
    const { plan, begun } = state;
    if (plan === null) return { revision: Number(revision), plan: null, next: null, last: null };
    const { isOn, at, days, providerIds } = plan;
    const user = await this.views.of(usersView).findOne({ _id: plan.by }, { projection: { personal: 1 } });
    return {
      revision: Number(revision),
      plan: {
        isOn,
        at,
        days: [...days],
        providerIds: providerIds && [...providerIds],
        by: user?.personal.name ?? user?.personal.username ?? null,
      },
      next: isOn ? nextDueOf(plan, new Date()).toISOString() : null,
      last: begun && (await this.lastOf(plan, begun)),
    };
  }

  private async lastOf(
    plan: NonNullable<SalesforceSchedule['plan']>,
    begun: NonNullable<SalesforceSchedule['begun']>,
  ): Promise<SalesforceScheduleAnswer['last']> {
    const batches = await this.exports.batches(plan, begun);
    const { numbers } = (await this.store.load(batchRegisterStream, '')).state;
    const names = await this.namesOf(batches.flatMap(({ providerId }) => providerId ?? []));
    return {
      due: begun.due,
      batches: batches.map(({ workId, providerId, state }) => ({
        provider: providerId && (names.get(providerId) ?? providerId),
        batchId: state === null ? null : (numbers[workId] ?? null),
        status: state && batchStatus(state),
      })),
    };
  }

  @Endpoint(setScheduleEndpoint)
  async set({ body, request }: RequestOf<typeof setScheduleEndpoint>): Promise<WriteAnswer> {
    const { revision, ...plan } = body;
    const names = await this.namesOf(plan.providerIds ?? []);
    if (plan.providerIds?.some((each) => !names.has(each)))
      throw new RuleViolation('not-found', 'There is no such provider.');
    return this.revisions.guard(
      record,
      revision,
      (reading) => this.commands.write(request, SetSchedule.of('', plan), reading),
      async (fields) => {
        const known = await this.namesOf(fields.flatMap((each) => each[providersField]?.split(', ') ?? []));
        const inWords = (ids: string) => ids.split(', ').map((each) => known.get(each) ?? each);
        return (value, field) => (field === providersField ? inWords(value).join(', ') : value);
      },
    );
  }

  private async namesOf(providerIds: readonly string[]): Promise<Map<string, string>> {
    const found = await this.views
      .of(providersView)
      .find({ _id: { $in: [...providerIds] } })
      .toArray();
    return new Map(found.map(({ _id, name }) => [_id, name ?? _id]));
  }
}

@Module({
  imports: [SalesforceModule],
  controllers: [ExportScheduleController],
  providers: [SetSchedule.handler, ScheduledExports],
})
export class ExportScheduleSlice {}
