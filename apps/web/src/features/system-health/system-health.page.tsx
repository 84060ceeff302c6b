import type { AlertCount } from '@superscope/contracts/alerts';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { Link } from 'react-router';
import { NotLoaded } from '../../portal/api/not-loaded';
import { useFiringAlerts } from '../../portal/alerts/alerts.api';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { Card, CardHead, Section } from '../../ui/card';
import { number } from '../../ui/format';
import { Bone, Skeleton } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { BuildCard } from './build-card';
import { Checkpoints } from './checkpoints';
import { DoctorSection } from './doctor-section';
import { ExpiringTokens } from './expiring-tokens';
import { JobsCard, MailsCard, MaintenanceCard } from './job-cards';
import { Badge, Metric, VerdictLine } from './health-parts';
import { RebuildCard } from './rebuild-card';
import { SignedHistoryCard } from './signed-history-card';
import { useDoctorQuery, useSystemHealthQuery } from './system-health.api';
import { UnknownProxies } from './unknown-proxies';
import { ViewsCard } from './views-card';
import { ENGINE_NAMES, lagOf, UNANSWERED, verdictOf } from './verdict';

const EVERY_MS = 5_000;
const ENGINE_JOBS = {
  eventStore: 'What happened, in order',
  mongo: 'Documents, sessions, files, keys',
  clickhouse: 'Rows that figures are computed from',
  vault: 'Keys of personal fields, in a MongoDB of their own',
} as const;

export function SystemHealthPage() {
  usePageTitle('System health');
  const { data, isError, error, refetch } = useSystemHealthQuery(undefined, {
    pollingInterval: EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  const firing = useFiringAlerts();
  return (
    <>
      <PlainHeader title="System health" note="What runs, how far it is, and what waits for somebody." />
      {data && !firing.isLoading ? (
        <Health health={data} alerts={firing.isError ? null : (firing.data ?? null)} answered={!isError} />
      ) : isError ? (
        <Card className="grid min-h-72">
          <NotLoaded
            what="The system’s health"
            note="It is asked again by itself every few seconds."
            error={error}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <Loading />
      )}
    </>
  );
}

interface HealthProps {
  health: SystemHealth;
  /** Null if it is not known what fires. */
  alerts: AlertCount | null;
  answered: boolean;
}
function Health({ health, alerts, answered }: HealthProps) {
  const lag = lagOf(health);
  const doctor = useDoctorQuery();
  const found = doctor.data ?? (doctor.isError ? 'failed' : null);
  const { waiting, retrying, dropped } = health.deadLetters;
  return (
    <>
      <VerdictLine verdict={answered ? verdictOf(health, alerts, new Date().getTime(), found) : UNANSWERED} />
      {health.unknownProxies.length > 0 && <UnknownProxies proxies={health.unknownProxies} />}
      <Section id="engines" title={health.outside.length === 0 ? 'Engines' : 'Engines and systems outside'}>
        <div className="grid gap-4 md:grid-cols-3">
          {health.engines.map(({ name, reachable, answerMs }) => (
            <Card key={name} aria-label={ENGINE_NAMES[name]}>
              <CardHead
                title={ENGINE_NAMES[name]}
                note={ENGINE_JOBS[name]}
                right={<Badge tone={reachable ? 'good' : 'danger'}>{reachable ? 'Answers' : 'Away'}</Badge>}
              />
              <p className="metric mt-3">{answerMs === null ? '–' : `${number(answerMs)} ms`}</p>
              <p className="text-sm text-ink-3">
                {answerMs === null ? 'no answer within 2 seconds' : 'for the last answer'}
              </p>
            </Card>
          ))}
          {health.outside.map(({ name, job, answers, said }) => (
            <Card key={name} aria-label={name}>
              <CardHead
                title={name}
                note={job}
                right={<Badge tone={answers ? 'good' : 'danger'}>{answers ? 'Answers' : 'Away'}</Badge>}
              />
              <p className="mt-3 text-base wrap-anywhere">{said.charAt(0).toUpperCase() + said.slice(1)}</p>
            </Card>
          ))}
        </div>
      </Section>
      <DoctorSection />
      <Section id="read-models" title="Read models">
        <div className="grid gap-4 md:grid-cols-3">
          <Metric title="Projection" value={lag.value} note={lag.note} />
          <Metric
            title="Projectors"
            value={number(health.projectors)}
            note={health.feed === 'kafka' ? 'reading from Kafka' : 'following the event store directly'}
          />
          <Metric
            title="Dead letters"
            value={number(waiting)}
            note={`waiting; ${number(retrying)} being retried, ${number(dropped)} dropped`}
            right={
              <Link to="/operations/dead-letters" className="link rounded-sm hover:underline">
                Open
              </Link>
            }
          />
        </div>
        <div className="mt-4 grid gap-4 lg:grid-cols-3">
          <Checkpoints health={health} />
          <BuildCard />
        </div>
      </Section>
      <Section id="rebuilds" title="Rebuilds and history">
        <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
          <RebuildCard rebuild={health.rebuild} />
          <ViewsCard history={health.history} />
          <SignedHistoryCard health={health} />
        </div>
      </Section>
      <Section id="jobs" title="Jobs and messages">
        <div className="grid items-start gap-4 lg:grid-cols-3">
          <JobsCard jobs={health.jobs} />
          <MailsCard outbox={health.outbox} />
          <MaintenanceCard notice={health.maintenance} />
        </div>
      </Section>
      {health.expiringTokens.length > 0 && <ExpiringTokens tokens={health.expiringTokens} />}
    </>
  );
}

const Loading = () => (
  <Skeleton label="the system’s health">
    <Bone className="h-12 !rounded-lg" />
    <div className="mt-4 grid gap-4 md:grid-cols-3">
      {[0, 1, 2, 3, 4, 5].map((i) => (
        <Bone key={i} className="h-32 !rounded-lg" />
      ))}
    </div>
  </Skeleton>
);
