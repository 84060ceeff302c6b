import type { HistoryHealth } from '@superscope/contracts/system-health';
import { Card, CardHead } from '../../ui/card';
import { date, dateTime, number } from '../../ui/format';
import { Lines, ProgressLine } from './health-parts';

const PHASES: Record<string, string> = {
  reading: 'reading streams',
  copying: 'copying facts',
  deriving: 'deriving figures',
};

/** The queue of views of the past, and the disk space that they use. Operations staff must not see which plans they are of. */
export function ViewsCard({ history }: { history: HistoryHealth }) {
  const { waiting, running, ready, failed, bytes, mostBytes, pending, proofs, digests } = history;
  return (
    <Card aria-label="Views of the past">
      <CardHead
        title="Views of the past"
        note={`${number(ready)} ready, ${number(running)} being made, ${number(waiting)} waiting, ${number(failed)} failed`}
      />
      <p className="metric mt-2">{bytes === null ? '–' : megabytes(bytes)}</p>
      <p className="mb-2 text-sm text-ink-3">
        {mostBytes === null ? 'of disk' : `of the ${megabytes(mostBytes)} of disk that they may take`}
      </p>
      {bytes !== null && mostBytes !== null && (
        <ProgressLine label="Disk of the views" share={Math.min(1, bytes / mostBytes)} />
      )}
      <Lines
        lines={[
          { name: 'Replays', value: `${number(proofs.running)} running, ${number(proofs.waiting)} waiting` },
          {
            name: 'Views and replays that differ',
            value: (
              <span className={proofs.differing > 0 ? 'font-semibold text-danger' : undefined}>
                {number(proofs.differing)}
              </span>
            ),
          },
          { name: 'Digests by night', value: <Night night={digests} /> },
        ]}
      />
      {pending.length > 0 && (
        <ul aria-label="Waiting and being made" className="mt-3 divide-y border-t text-base">
          {pending.map((view) => (
            <li key={view.id} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span className="tnum" title={view.id}>
                {view.id.slice(0, 8)}
              </span>
              <span className="text-ink-2">{stepOf(view)}</span>
              <span className="text-ink-3">asked {dateTime(view.requestedAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The digests recorded last night. A plan that has not changed keeps its digest. */
function Night({ night }: { night: HistoryHealth['digests'] }) {
  if (night === null) return 'Not yet';
  const { day, at, plans, kept, missed } = night;
  const when = <span className="block text-sm text-ink-3">{at === null ? date(day) : dateTime(at)}</span>;
  if (plans === null || kept === null) return when;
  return (
    <>
      {number(kept)} kept of {plans === 1 ? 'one plan' : `${number(plans)} plans`}
      {missed !== null && missed > 0 && <span className="font-semibold text-danger">, {number(missed)} missed</span>}
      {when}
    </>
  );
}

const megabytes = (bytes: number) => `${number(bytes / 1_048_576, bytes > 0 && bytes < 10_485_760 ? 1 : 0)} MB`;

function stepOf({ state, phase, done, total }: HistoryHealth['pending'][number]): string {
  if (state === 'waiting') return 'waits';
  if (phase === null) return 'begins';
  const share = total > 0 ? ` ${number(done)} of ${number(total)}` : '';
  return `${PHASES[phase] ?? phase}${share}`;
}
