import type { SystemHealth } from '@superscope/contracts/system-health';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { referenceOf } from '../../portal/api/base.api';
import { useInfo } from '../../portal/api/info.api';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { Card, CardHead, Section } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { dateTime, number } from '../../ui/format';
import { Bone, ErrorState, Skeleton } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { useSystemHealthQuery } from './system-health.api';
import { ENGINE_NAMES, lagOf, proofOf, UNANSWERED, verdictOf, type Verdict } from './verdict';

const EVERY_MS = 5_000;
const ENGINE_JOBS = {
  eventStore: 'What happened, in order',
  mongo: 'Documents, sessions, files, keys',
  clickhouse: 'Rows that figures are computed from',
} as const;

export function SystemHealthPage() {
  usePageTitle('System health');
  const { data, isError, error, refetch } = useSystemHealthQuery(undefined, {
    pollingInterval: EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  return (
    <>
      <PlainHeader title="System health" note="What runs, how far it is, and what waits for somebody." />
      {data ? (
        <Health health={data} answered={!isError} />
      ) : isError ? (
        <Card className="grid min-h-72">
          <ErrorState
            what="The system’s health"
            note="It is asked again by itself every few seconds."
            reference={referenceOf(error)}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <Loading />
      )}
    </>
  );
}

function Health({ health, answered }: { health: SystemHealth; answered: boolean }) {
  const lag = lagOf(health);
  const { waiting, retrying, dropped } = health.deadLetters;
  return (
    <>
      <VerdictLine verdict={answered ? verdictOf(health) : UNANSWERED} />
      <Section id="engines" title="Engines">
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
        </div>
      </Section>
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
          <Build />
        </div>
      </Section>
      <Section id="history" title="History">
        <SignedHistory health={health} />
      </Section>
      {health.expiringTokens.length > 0 && <ExpiringTokens tokens={health.expiringTokens} />}
    </>
  );
}

function SignedHistory({ health }: { health: SystemHealth }) {
  const { tone, value, sentence } = proofOf(health);
  const { last } = health.proof;
  return (
    <Card aria-label="Signed history">
      <CardHead
        title="Signed history"
        note="Every day the whole history is compared with its signed heads, and what came since is signed"
        right={<Badge tone={tone}>{value}</Badge>}
      />
      <p className="wrap-anywhere mt-3 text-base">{sentence.replace(/\.?$/, '.')}</p>
      {last && <p className="text-sm text-ink-3">Looked at {dateTime(last.at)}</p>}
    </Card>
  );
}

const TONES = {
  good: { Icon: CircleCheck, text: 'text-good', soft: 'bg-good-soft text-good' },
  attention: { Icon: TriangleAlert, text: 'text-attention', soft: 'bg-attention-soft text-attention' },
  danger: { Icon: CircleAlert, text: 'text-danger', soft: 'bg-danger-soft text-danger' },
} as const;

function VerdictLine({ verdict: { tone, sentence } }: { verdict: Verdict }) {
  const { Icon, text } = TONES[tone];
  return (
    <p role="status" className="card flex items-center gap-3 px-4 py-3.5 text-md font-semibold sm:px-5">
      <Icon size={20} className={cx('shrink-0', text)} aria-hidden />
      {sentence}
    </p>
  );
}

function Badge({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  const { Icon, soft } = TONES[tone];
  return (
    <span className={cx('inline-flex h-6 items-center gap-1 rounded-full px-2 text-sm font-semibold', soft)}>
      <Icon size={14} aria-hidden />
      {children}
    </span>
  );
}

interface MetricProps {
  title: string;
  value: string;
  note: string;
  right?: ReactNode;
}
const Metric = ({ title, value, note, right }: MetricProps) => (
  <Card aria-label={title}>
    <CardHead title={title} right={right} />
    <p className="metric mt-2">{value}</p>
    <p className="text-sm text-ink-3">{note}</p>
  </Card>
);

const Checkpoints = ({ health: { checkpoints, feed } }: { health: SystemHealth }) => (
  <section aria-label="Checkpoints" className="card overflow-hidden lg:col-span-2">
    <div className="px-4 pb-3 pt-4 sm:px-5">
      <CardHead
        title="Checkpoints"
        note={feed === 'kafka' ? 'How far each partition is in the read models' : 'How far the read models are'}
      />
    </div>
    {checkpoints.length === 0 ? (
      <p className="px-5 pb-5 text-base text-ink-2">None yet: nothing was projected so far.</p>
    ) : (
      <div className="max-h-96 overflow-auto" role="region" aria-label="Checkpoints: table" tabIndex={0}>
        <table className="w-full text-base">
          <thead>
            <tr className="border-y bg-sunken text-left text-sm text-ink-2">
              <th className="py-2 pl-4 font-semibold sm:pl-5">{feed === 'kafka' ? 'Partition' : 'Events'}</th>
              <th className="py-2 pl-4 text-right font-semibold">Position</th>
              <th className="py-2 pl-4 pr-4 text-right font-semibold sm:pr-5">Moved</th>
            </tr>
          </thead>
          <tbody>
            {checkpoints.map(({ partition, position, at }) => (
              <tr key={partition} className="h-10 border-b last:border-0">
                <td className="pl-4 sm:pl-5">{partition === 'all' ? 'All' : partition}</td>
                <td className="pl-4 text-right">{position.split('/')[0]}</td>
                <td className="whitespace-nowrap pl-4 pr-4 text-right text-ink-2 sm:pr-5">{dateTime(at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
);

const ExpiringTokens = ({ tokens }: { tokens: SystemHealth['expiringTokens'] }) => (
  <Section id="applications" title="Applications">
    <section aria-label="Tokens that expire soon" className="card overflow-hidden">
      <div className="px-4 pb-3 pt-4 sm:px-5">
        <CardHead
          title="Tokens that expire soon"
          note="An Admin issues another, it is put in place, and the former is revoked"
          right={
            <Badge tone="attention">{tokens.length === 1 ? 'One token' : `${number(tokens.length)} tokens`}</Badge>
          }
        />
      </div>
      <div className="max-h-96 overflow-auto" role="region" aria-label="Tokens that expire soon: table" tabIndex={0}>
        <table className="w-full text-base">
          <thead>
            <tr className="border-y bg-sunken text-left text-sm text-ink-2">
              <th className="py-2 pl-4 font-semibold sm:pl-5">Application</th>
              <th className="py-2 pl-4 font-semibold">Token</th>
              <th className="py-2 pl-4 pr-4 text-right font-semibold sm:pr-5">Expires</th>
            </tr>
          </thead>
          <tbody>
            {tokens.map(({ application, label, expiresAt, daysLeft }) => (
              <tr key={`${application} ${label} ${expiresAt}`} className="h-10 border-b last:border-0">
                <td className="pl-4 sm:pl-5">{application}</td>
                <td className="pl-4">{label}</td>
                <td className="whitespace-nowrap pl-4 pr-4 text-right sm:pr-5">
                  {daysLeft === 1 ? 'within a day' : `in ${daysLeft} days`}
                  <span className="text-ink-2"> · {dateTime(expiresAt)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  </Section>
);

function Build() {
  const { data: info } = useInfo();
  const { commit } = info?.git ?? { commit: { id: null, time: null } };
  const lines: [string, string][] = [
    ['Version', info?.build.version ?? '–'],
    ['Commit', commit.id ?? '–'],
    ['Committed', commit.time ? dateTime(commit.time) : '–'],
    ...(info?.build.time ? [['Built', dateTime(info.build.time)] satisfies [string, string]] : []),
  ];
  return (
    <Card aria-label="Build">
      <CardHead title="Build" note="What runs here" />
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-base">
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="tnum wrap-anywhere text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
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
