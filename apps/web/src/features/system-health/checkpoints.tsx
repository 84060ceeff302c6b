import type { SystemHealth } from '@superscope/contracts/system-health';
import { CardHead } from '../../ui/card';
import { durationText } from '../../ui/duration';
import { dateTime, number } from '../../ui/format';

/** The progress of each partition's projection, and of the relay that fills the topic. */
export const Checkpoints = ({ health: { checkpoints, relay, feed } }: { health: SystemHealth }) => (
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
              <th className="py-2 pl-4 text-right font-semibold">Behind</th>
              <th className="py-2 pl-4 pr-4 text-right font-semibold sm:pr-5">Moved</th>
            </tr>
          </thead>
          <tbody>
            {checkpoints.map((checkpoint) => (
              <Row key={checkpoint.partition} name={checkpoint.partition} of={checkpoint} />
            ))}
            {relay !== null && <Row name={`Relay into ${relay.partition}`} of={relay} />}
          </tbody>
        </table>
      </div>
    )}
  </section>
);

type Checkpoint = SystemHealth['checkpoints'][number];

const Row = ({ name, of }: { name: string; of: Checkpoint }) => (
  <tr className="h-10 border-b last:border-0">
    <td className="pl-4 sm:pl-5">{name === 'all' ? 'All' : name}</td>
    <td className="pl-4 text-right">{of.position.split('/')[0]}</td>
    <td className="whitespace-nowrap pl-4 text-right">{behindOf(of)}</td>
    <td className="whitespace-nowrap pl-4 pr-4 text-right text-ink-2 sm:pr-5">{dateTime(of.at)}</td>
  </tr>
);

function behindOf({ eventsBehind, secondsBehind }: Checkpoint): string {
  if (eventsBehind === null) return 'Not known';
  if (eventsBehind === 0) return '0 events';
  const events = `${number(eventsBehind)} ${eventsBehind === 1 ? 'event' : 'events'}`;
  return secondsBehind === null ? events : `${events}, ${durationText(secondsBehind)}`;
}
