import { Controller, Module } from '@nestjs/common';
import { date, integer, text, type CsvColumn } from '@superscope/contracts/csv-columns';
import { innerId } from '@superscope/contracts/fields';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { outsideId } from '@superscope/domain/outside-id';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { byteOrderMark, csvLine, rowLine } from '../platform/csv/csv-line.js';
import { outboxOf, type MailDocument } from '../mail/outbox.js';
import { AccessLog } from '../platform/access/access-log.js';
import { requirePlan } from '../platform/access/caller.js';
import type { PlanScope } from '../platform/access/principal.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Ops } from '../platform/engines.module.js';
import { attachment } from '../platform/http/attachment.js';

const csv = new Media('text/csv; charset=utf-8');

const emailDeliveryEndpoint = endpoint('GET /api/devops/monitors/email', {
  summary:
    'How many mails of each kind and campaign were sent or failed on each day, and why, as a CSV file without addresses; with `planId` those of a plan’s campaigns',
  right: 'email-delivery.read',
  query: z.strictObject({ planId: innerId.optional() }),
  answers: { 200: csv },
  sends: true,
});

const most = Number.MAX_SAFE_INTEGER;
const columns: Readonly<Record<string, CsvColumn>> = {
  kind: text(200),
  planId: text(90),
  campaignId: text(90),
  campaign: text(200),
  day: date,
  sent: integer(0, most),
  failed: integer(0, most),
  /** Mails that stayed in the outbox. */
  kept: integer(0, most),
  reason: text(200),
};

type Row = Record<'kind' | 'day', string> &
  Record<'planId' | 'campaignId' | 'campaign' | 'reason', string | null> & {
    sent: number;
    /** Null for campaigns: the fund's files name only mails that were sent. */
    failed: number | null;
    kept: number | null;
  };

/** The reason of a mail that was not sent; null for one that was. */
function reasonOf({ state = 'kept', reason }: Pick<MailDocument, 'state' | 'reason'>): string | null {
  if (state === 'sent') return null;
  if (state === 'kept') return 'No mail server is set';
  return reason ?? (state === 'failed' ? 'The mail server did not accept it' : 'The mail server has not answered');
}

/** The portal's own mails by subject (which tells their kind and names nobody), day and reason, newest day first. */
export function deliveriesOf(mails: readonly Omit<MailDocument, 'to'>[]): Row[] {
  const groups = new Map<string, { kind: string; day: string; reason: string | null; states: string[] }>();
  for (const mail of mails) {
    const reason = reasonOf(mail);
    const day = sydneyDate(mail.at.toISOString());
    const key = JSON.stringify([mail.subject, day, reason]);
    const group = groups.get(key) ?? { kind: mail.subject, day, reason, states: [] };
    group.states.push(mail.state ?? 'kept');
    groups.set(key, group);
  }
  const rows = [...groups.values()].map(({ kind, day, reason, states }): Row => {
    const [sent, failed] = ['sent', 'failed'].map((state) => states.filter((each) => each === state).length);
    const kept = states.length - sent! - failed!;
    return { kind, planId: null, campaignId: null, campaign: null, day, sent: sent!, failed: failed!, kept, reason };
  });
  return rows.sort((a, b) => b.day.localeCompare(a.day) || a.kind.localeCompare(b.kind));
}

@Controller()
class EmailDeliveryController {
  constructor(
    private readonly ops: Ops,
    private readonly analytics: Analytics,
    private readonly access: AccessLog,
  ) {}

  /** The access log records the export before anything is sent. */
  @Endpoint(emailDeliveryEndpoint)
  async export(
    { query, caller, request }: RequestOf<typeof emailDeliveryEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const { planId } = query;
    if (planId !== undefined) requirePlan(caller, planId);
    const rows = [
      ...(planId === undefined ? await this.ownMails() : []),
      ...(await this.campaignMails(caller.scope, planId)),
    ];
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId: planId ?? null,
      action: 'export',
      object: 'email delivery',
      rows: rows.length,
      outcome: 'ok',
    });
    const [year, month, day] = sydneyDate(new Date()).split('-');
    await reply
      .header('Content-Type', csv.type)
      .header('Content-Disposition', attachment(`emailDelivery_${day}${month}${year}`, 'csv'))
      .send(byteOrderMark + csvLine(Object.keys(columns)) + rows.map((row) => rowLine(columns, row)).join(''));
  }

  /** Those of the last 30 days, which the outbox keeps. */
  private async ownMails(): Promise<Row[]> {
    const mails = await outboxOf(this.ops)
      .find({}, { projection: { subject: 1, at: 1, state: 1, reason: 1 } })
      .toArray();
    return deliveriesOf(mails);
  }

  /** What was sent for campaigns of the plans in scope, as the fund's files say. Operators have no plans. */
  private async campaignMails(scope: PlanScope, planId: string | undefined): Promise<Row[]> {
    const planIds = planId !== undefined ? [planId] : scope.kind === 'plans' ? [...scope.planIds] : null;
    if (planIds?.length === 0) return [];
    const answer = await this.analytics.client.query({
      query: `SELECT c.campaign_type AS type, c.plan_id AS plan, c.campaign_id AS id, c.name AS name,
  toString(toDate(e.at, 'Australia/Sydney')) AS day, uniqExact(e.member_id) AS sent
FROM campaign_engagement AS e
INNER JOIN (
  SELECT campaign_id, campaign_type, plan_id, name FROM campaign FINAL
  WHERE ${planIds === null ? '1' : 'plan_id IN {plans:Array(String)}'}
) AS c ON c.campaign_id = e.campaign_id
WHERE e.step = 'Sent'
GROUP BY type, plan, id, name, day
ORDER BY day DESC, id`,
      query_params: planIds === null ? {} : { plans: planIds },
      format: 'JSONEachRow',
    });
    const rows = await answer.json<Record<'type' | 'plan' | 'id' | 'name' | 'day' | 'sent', string>>();
    return rows.map(({ type, plan, id, name, day, sent }) => ({
      kind: `Campaign, ${type}`,
      planId: outsideId(plan),
      campaignId: outsideId(id),
      campaign: name,
      day,
      sent: Number(sent),
      failed: null,
      kept: null,
      reason: null,
    }));
  }
}

@Module({ controllers: [EmailDeliveryController] })
export class EmailDeliverySlice {}
