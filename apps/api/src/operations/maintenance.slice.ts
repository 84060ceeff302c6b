import { Controller, Module } from '@nestjs/common';
import { changedSince } from '@superscope/contracts/changed-since';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { announcedMaintenance, type AnnouncedMaintenance, maintenanceRequest } from '@superscope/contracts/maintenance';
import {
  announceMaintenance,
  isShownAt,
  type Maintenance,
  type MaintenanceNotice,
  maintenanceStream,
  withdrawMaintenance,
} from '@superscope/domain/maintenance/maintenance';
import { sydneyDate, sydneyTime } from '@superscope/domain/calendar-dates';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { Clock } from '../platform/time/clock.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Revisions, type SavedRecord } from '../platform/commands/revisions.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { parseInstant } from '../platform/time/sydney-instant.js';
import { MaintenanceNotices } from './maintenance-notices.js';
import { OperationsModule } from './operations.module.js';

const maintenanceEndpoint = endpoint('GET /api/maintenance', {
  summary: 'The notice of maintenance that is announced, before and while everybody sees it',
  right: 'operations.read',
  answers: { 200: announcedMaintenance },
});

const announceMaintenanceEndpoint = endpoint('PUT /api/maintenance', {
  summary:
    'Announces maintenance from one time to another and replaces an earlier announcement; times without an offset are Sydney times. With `revision`, an announcement that somebody made since is kept',
  right: 'operations.write',
  noted: 'announced maintenance',
  body: maintenanceRequest,
  answers: { 200: writeAnswer },
  problems: { 409: changedSince },
});

const withdrawMaintenanceEndpoint = endpoint('DELETE /api/maintenance', {
  summary: 'Removes the notice of maintenance',
  right: 'operations.write',
  noted: 'withdrew maintenance',
  answers: { 200: writeAnswer },
});

const record: SavedRecord<Maintenance> = {
  stream: maintenanceStream,
  id: '',
  fields: ({ notice }) => ({
    Message: notice?.message ?? null,
    'Shown from': notice && minuteOf(notice.from),
    'Shown until': notice && minuteOf(notice.to),
  }),
};
const minuteOf = (instant: string) =>
  `${sydneyDate(new Date(instant)).split('-').reverse().join('/')} ${sydneyTime(instant)}`;

/** Announces maintenance to everybody and replaces an earlier announcement. */
const AnnounceMaintenance = decides(
  'AnnounceMaintenance',
  maintenanceStream,
  (notice: MaintenanceNotice) => (maintenance, by) => announceMaintenance(notice, by.at)(maintenance),
);

const WithdrawMaintenance = decides('WithdrawMaintenance', maintenanceStream, () => withdrawMaintenance);

@Controller()
class MaintenanceController {
  constructor(
    private readonly notices: MaintenanceNotices,
    private readonly commands: Commands,
    private readonly clock: Clock,
    private readonly revisions: Revisions,
  ) {}

  @Endpoint(maintenanceEndpoint)
  async announced(): Promise<AnnouncedMaintenance> {
    const { notice, revision } = await this.notices.read();
    const now = this.clock.now().toISOString();
    return {
      revision,
      notice: notice === null || notice.to <= now ? null : { ...notice, shown: isShownAt(notice, now) },
    };
  }

  @Endpoint(announceMaintenanceEndpoint)
  announce({ body, request }: RequestOf<typeof announceMaintenanceEndpoint>): Promise<WriteAnswer> {
    const notice = { message: body.message, from: instantOf(body.from), to: instantOf(body.to) };
    return this.revisions.guard(record, body.revision, (reading) =>
      this.commands.write(request, AnnounceMaintenance.of('', notice), reading),
    );
  }

  @Endpoint(withdrawMaintenanceEndpoint)
  withdraw({ request }: RequestOf<typeof withdrawMaintenanceEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, WithdrawMaintenance.of(''));
  }
}

function instantOf(text: string): string {
  const instant = parseInstant(text);
  if (instant === null) throw new RuleViolation('invalid', 'A time is written yyyy-MM-ddTHH:mm.');
  return instant;
}

@Module({
  imports: [OperationsModule],
  controllers: [MaintenanceController],
  providers: [AnnounceMaintenance.handler, WithdrawMaintenance.handler],
})
export class MaintenanceSlice {}
