import type { SystemHealth } from '@superscope/contracts/system-health';
import { CardHead } from '../../ui/card';
import { durationText } from '../../ui/duration';
import { dateTime, number } from '../../ui/format';
import { DataTable } from '../../ui/data-table';

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
      <DataTable
        label="Checkpoints: table"
        look="figures"
        rows={[
          ...checkpoints.map((of) => ({ of, name: of.partition === 'all' ? 'All' : of.partition })),
          ...(relay === null ? [] : [{ of: relay, name: `Relay into ${relay.partition}` }]),
        ]}
        idOf={({ name }) => name}
        columns={[
          { head: feed === 'kafka' ? 'Partition' : 'Events', cell: ({ name }) => name, className: 'sm:pl-5' },
          { head: 'Position', right: true, cell: ({ of }) => of.position.split('/')[0] },
          { head: 'Behind', right: true, cell: ({ of }) => behindOf(of), className: 'whitespace-nowrap' },
          {
            head: 'Moved',
            right: true,
            cell: ({ of }) => dateTime(of.at),
            className: 'whitespace-nowrap text-ink-2 sm:pr-5',
          },
        ]}
        className="max-h-96 border-t"
      />
    )}
  </section>
);

type Checkpoint = SystemHealth['checkpoints'][number];

function behindOf({ eventsBehind, secondsBehind }: Checkpoint): string {
  if (eventsBehind === null) return 'Not known';
  if (eventsBehind === 0) return '0 events';
  const events = `${number(eventsBehind)} ${eventsBehind === 1 ? 'event' : 'events'}`;
  return secondsBehind === null ? events : `${events}, ${durationText(secondsBehind)}`;
}
