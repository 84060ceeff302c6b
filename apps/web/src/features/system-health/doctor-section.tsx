import {
  doctorAreaNames,
  doctorAreas,
  type DoctorCheck,
  type DoctorReport,
  type DoctorState,
} from '@superscope/contracts/doctor';
import { RefreshCw } from 'lucide-react';
import { NotLoaded } from '../../portal/api/not-loaded';
import { Button } from '../../ui/button';
import { Card, CardHead, Section } from '../../ui/card';
import { dateTime } from '../../ui/format';
import { Bone, Skeleton } from '../../ui/states';
import { Badge } from './health-parts';
import { useDoctorQuery } from './system-health.api';

/** What `npm run doctor` says of the installation. It asks much of every engine, so it is asked only when somebody looks. */
export function DoctorSection() {
  const { data, isError, isFetching, error, refetch } = useDoctorQuery();
  const look = () => void refetch();
  return (
    <Section
      id="doctor"
      title="Doctor"
      note="What an operator should do soon"
      right={
        <Button icon={RefreshCw} onClick={look} busy={isFetching}>
          Look again
        </Button>
      }
    >
      {data ? (
        <Findings report={data} />
      ) : isError ? (
        <Card className="grid min-h-40">
          <NotLoaded what="What the doctor found" error={error} onRetry={look} />
        </Card>
      ) : (
        <Skeleton label="what the doctor finds">
          <Bone className="h-40 !rounded-lg" />
        </Skeleton>
      )}
    </Section>
  );
}

const VERDICTS: Record<DoctorReport['state'], [tone: 'good' | 'attention' | 'danger', text: string]> = {
  well: ['good', 'All is well'],
  attention: ['attention', 'Needs attention'],
  broken: ['danger', 'Something is broken'],
};

function Findings({ report: { at, state, checks, version } }: { report: DoctorReport }) {
  const [tone, text] = VERDICTS[state];
  const inOrder = doctorAreas.flatMap((area) => checks.filter((check) => check.area === area));
  const toDo = ['broken', 'attention'].flatMap((worst) => inOrder.filter((check) => check.state === worst));
  const rest = inOrder.filter((check) => !toDo.includes(check));
  return (
    <Card aria-label="Findings">
      <CardHead
        title="Findings"
        note={`Version ${version} looked at ${dateTime(at)}`}
        right={<Badge tone={tone}>{text}</Badge>}
      />
      {toDo.length > 0 && <Checks label="To do" checks={toDo} />}
      <details className="mt-3" open={toDo.length === 0}>
        <summary className="link w-fit cursor-pointer rounded-sm text-base">
          {rest.length === 1 ? 'One other check' : `${rest.length} other checks`}
        </summary>
        <Checks label="Other checks" checks={rest} />
      </details>
    </Card>
  );
}

const Checks = ({ label, checks }: { label: string; checks: readonly DoctorCheck[] }) => (
  <ul aria-label={label} className="mt-3 divide-y divide-line">
    {checks.map(({ area, of, state, said, advice }) => (
      <li key={`${area} ${of}`} className="grid gap-x-4 gap-y-1 py-2.5 text-base sm:grid-cols-[14rem_1fr_auto]">
        <p>
          <span className="font-semibold">{doctorAreaNames[area]}</span>
          <span className="text-ink-2"> · {of}</span>
        </p>
        <div className="min-w-0 wrap-anywhere">
          <p>{said}</p>
          {advice !== null && <p className="text-sm text-ink-2">{advice}</p>}
        </div>
        <State state={state} />
      </li>
    ))}
  </ul>
);

function State({ state }: { state: DoctorState }) {
  if (state === 'unknown') return <p className="text-sm text-ink-3">Not known</p>;
  const [tone, text] = (
    { well: ['good', 'Well'], attention: ['attention', 'Attention'], broken: ['danger', 'Broken'] } as const
  )[state];
  return (
    <div>
      <Badge tone={tone}>{text}</Badge>
    </div>
  );
}
