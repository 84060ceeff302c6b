import type { NightlyJob, SystemHealth } from '@superscope/contracts/system-health';
import { Link } from 'react-router';
import { Card, CardHead } from '../../ui/card';
import { date, dateTime, month, number } from '../../ui/format';
import { Lines } from './health-parts';

const Open = ({ to }: { to: string }) => (
  <Link to={to} className="link rounded-sm hover:underline">
    Open
  </Link>
);

const JOBS: Record<NightlyJob['name'], { name: string; of: (of: string) => string }> = {
  monthOpened: { name: 'Month opened', of: month },
  monthClosed: { name: 'Month closed', of: month },
  memberEventsProcessed: { name: 'Member events processed', of: (day) => `those before ${date(day)}` },
};

/** The last result of each nightly job, and its time. */
export const JobsCard = ({ jobs }: { jobs: readonly NightlyJob[] }) => (
  <Card aria-label="Nightly jobs">
    <CardHead title="Nightly jobs" note="What each recorded last" />
    {jobs.length === 0 ? (
      <p className="mt-3 text-base text-ink-2">Not known now.</p>
    ) : (
      <Lines
        lines={jobs.map(({ name, of, at }) => ({
          name: JOBS[name].name,
          value:
            of === null ? (
              'Not yet'
            ) : (
              <>
                {JOBS[name].of(of)}
                <span className="block text-sm text-ink-3">{at === null ? 'when is not known' : dateTime(at)}</span>
              </>
            ),
        }))}
      />
    )}
  </Card>
);

/** Mails of the last thirty days by their state. */
export const MailsCard = ({ outbox }: { outbox: SystemHealth['outbox'] }) => (
  <Card aria-label="Outbox">
    <CardHead title="Outbox" note="Mails of the last 30 days" right={<Open to="/operations/outbox" />} />
    <Lines
      lines={[
        { name: 'Sent', value: number(outbox.sent) },
        { name: 'Being sent', value: number(outbox.sending) },
        { name: 'Kept here', value: number(outbox.kept) },
        {
          name: 'Failed',
          value: (
            <span className={outbox.failed > 0 ? 'font-semibold text-danger' : undefined}>{number(outbox.failed)}</span>
          ),
        },
      ]}
    />
  </Card>
);

/** The announced maintenance message, with the times between which everybody sees it. */
export const MaintenanceCard = ({ notice }: { notice: SystemHealth['maintenance'] }) => (
  <Card aria-label="Maintenance">
    <CardHead
      title="Maintenance"
      note={notice === null ? 'The message on every page' : notice.shown ? 'Shown now on every page' : 'Not shown yet'}
      right={<Open to="/operations/maintenance" />}
    />
    {notice === null ? (
      <p className="mt-3 text-base text-ink-2">None is announced.</p>
    ) : (
      <>
        <p className="mt-3 text-base wrap-anywhere">{notice.message}</p>
        <p className="mt-1 text-sm text-ink-3">
          From {dateTime(notice.from)} until {dateTime(notice.to)}
        </p>
      </>
    )}
  </Card>
);
