import { Inject, Injectable, Logger } from '@nestjs/common';
import { plansView } from '@superscope/contracts/read-models/fund';
import { settleNotice, watchStream, type NoticeOutcome } from '@superscope/domain/watch/watch';
import { userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { isDuplicateKey } from '@superscope/event-store/connection/duplicate-key';
import { RequestPrincipalResolver } from '../../authentication/session/request-principal-resolver.js';
import { ENV, type Env } from '../../env.js';
import { Mailer } from '../../mail/mailer.js';
import { may } from '../../platform/access/policy.js';
import { inScope, type Principal } from '../../platform/access/principal.js';
import { systemContext } from '../../platform/commands/command-context.js';
import { Ops, Views } from '../../platform/engines.module.js';
import { noticeMail } from './notice-mail.js';

interface ClaimDocument {
  /** The notice's id. */
  _id: string;
  at: Date;
}

/** No mail takes this long to send, so the process that claimed it must have ended. */
const claimMilliseconds = 10 * 60_000;
const givenUpAfterMilliseconds = 3 * 24 * 60 * 60_000;

/** Whether a caller may read a plan's figures and may have watches. */
export const mayWatch = (principal: Principal | null, planId: string): principal is Principal =>
  principal !== null && may(principal.role, 'watches.own') && inScope(principal.scope, planId);

/**
 * Mails due notices, each at most once. A notice is claimed before the mail is sent, and settled by an event afterwards. If a process ends
 * in between, it is unknown whether the mail was sent, and it is not sent again.
 */
@Injectable()
export class NoticeMails {
  private readonly log = new Logger('Watch');

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly store: EventStore,
    private readonly ops: Ops,
    private readonly views: Views,
    private readonly mailer: Mailer,
    private readonly resolver: RequestPrincipalResolver,
  ) {}

  private get claims() {
    return this.ops.db.collection<ClaimDocument>('watch_mails');
  }

  /** Mails a reader's due notices. */
  async mailTo(userId: string): Promise<void> {
    const { state } = await this.store.load(watchStream, userId);
    for (const noticeId of Object.keys(state.due)) await this.mail(userId, noticeId);
  }

  private async mail(userId: string, noticeId: string): Promise<void> {
    const { state } = await this.store.load(watchStream, userId);
    const notice = state.due[noticeId];
    if (notice === undefined) return;
    const settle = async (outcome: NoticeOutcome) => {
      const by = systemContext(`watch-notice/${noticeId}/settled`);
      await this.store.transact(watchStream, userId, settleNotice(userId, noticeId, outcome), by);
    };
    // Checked again, because a reader may have lost access to the plan between the closing of the month and the mail.
    const principal = await this.resolver.principalOf(userId);
    const { registration } = (await this.store.load(userStream, userId)).state;
    const to = registration?.personal.email ?? null;
    const watches = notice.watchIds.flatMap((watchId) => state.watches[watchId] ?? []);
    if (!mayWatch(principal, notice.planId) || to === null || watches.length === 0) return settle('dropped');
    const claim = await this.claim(noticeId);
    if (claim === 'another') return;
    if (claim === 'abandoned') return settle('sent');
    const plan = await this.views.of(plansView).findOne({ _id: notice.planId }, { projection: { name: 1 } });
    const publicUrl = this.env.SUPERSCOPE_PUBLIC_URL;
    try {
      await this.mailer.send({ to, ...noticeMail({ notice, watches, planName: plan?.name ?? 'A plan', publicUrl }) });
    } catch (err) {
      this.log.warn({ msg: 'a notice was not sent', noticeId, err });
      if (Date.now() - Date.parse(notice.at) > givenUpAfterMilliseconds) return settle('failed');
      // The next turn tries again.
      await this.claims.deleteOne({ _id: noticeId });
      return;
    }
    await settle('sent');
  }

  private async claim(noticeId: string): Promise<'mine' | 'another' | 'abandoned'> {
    try {
      await this.claims.insertOne({ _id: noticeId, at: new Date() });
      return 'mine';
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const claim = await this.claims.findOne({ _id: noticeId });
      const age = Date.now() - (claim?.at.getTime() ?? Date.now());
      return age > claimMilliseconds ? 'abandoned' : 'another';
    }
  }
}
