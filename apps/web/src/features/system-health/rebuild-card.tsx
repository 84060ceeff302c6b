import type { RebuildHealth } from '@superscope/contracts/system-health';
import { Card, CardHead } from '../../ui/card';
import { durationText } from '../../ui/duration';
import { dateTime, number } from '../../ui/format';
import { Badge, ProgressLine } from './health-parts';

const PHASES: Record<RebuildHealth['phase'], string> = {
  replaying: 'Replaying events',
  deriving: 'Deriving figures',
  waiting: 'Waiting for the live read models',
  comparing: 'Comparing both',
  switching: 'Switching',
};
const BADGES: Record<RebuildHealth['state'], { tone: 'good' | 'attention' | 'danger'; text: string }> = {
  running: { tone: 'attention', text: 'Running' },
  switched: { tone: 'good', text: 'Switched' },
  differs: { tone: 'danger', text: 'Differs' },
  failed: { tone: 'danger', text: 'Failed' },
  silent: { tone: 'danger', text: 'Silent' },
};

/** The progress or the outcome of the newest rebuild of the read models. */
export const RebuildCard = ({ rebuild }: { rebuild: RebuildHealth | null }) => (
  <Card aria-label="Rebuild">
    <CardHead
      title="Rebuild"
      note={
        rebuild === null
          ? 'Read models made anew from the first event on'
          : `${rebuild.only === null ? 'All read models' : `Only ${rebuild.only}`}, begun ${dateTime(rebuild.startedAt)}`
      }
      right={rebuild !== null && <Badge tone={BADGES[rebuild.state].tone}>{BADGES[rebuild.state].text}</Badge>}
    />
    {rebuild === null ? (
      <p className="mt-3 text-base text-ink-2">None was run yet.</p>
    ) : rebuild.state === 'running' ? (
      <Running rebuild={rebuild} />
    ) : (
      <>
        <p className="mt-3 text-base">{outcomeOf(rebuild)}</p>
        <Counts rebuild={rebuild} />
      </>
    )}
  </Card>
);

const Running = ({ rebuild }: { rebuild: RebuildHealth }) => {
  const { phase, share, secondsLeft } = rebuild;
  return (
    <>
      <p className="mb-2 mt-3 flex flex-wrap justify-between gap-x-4 text-base">
        <span className="font-semibold">{PHASES[phase]}</span>
        <span className="text-ink-2">
          {secondsLeft === null
            ? share !== null && `${Math.floor(share * 100)}%`
            : `about ${durationText(secondsLeft)} left of it`}
        </span>
      </p>
      {share !== null && <ProgressLine label={PHASES[phase]} share={share} />}
      <Counts rebuild={rebuild} />
    </>
  );
};

const Counts = ({ rebuild: { events, rows } }: { rebuild: RebuildHealth }) => (
  <p className="mt-2 text-sm text-ink-3">
    {number(events)} events replayed, {number(rows)} rows
  </p>
);

function outcomeOf({ state, at, differences, phase }: RebuildHealth): string {
  if (state === 'switched') {
    const differed = differences === 0 ? 'They were equal to those before' : `${tables(differences)}, as was accepted`;
    return `The rebuilt read models are live since ${dateTime(at)}. ${differed}.`;
  }
  if (state === 'differs') return `${tables(differences)}, so nothing was switched. Its terminal names them.`;
  const reached = PHASES[phase].toLowerCase();
  if (state === 'failed') return `It failed while ${reached}, at ${dateTime(at)}. Its terminal says why.`;
  return `Nothing was heard of it since ${dateTime(at)}, while ${reached}. The live read models stand as before.`;
}

const tables = (differences: number) =>
  `${differences === 1 ? 'One table differs' : `${number(differences)} tables differ`}`;
