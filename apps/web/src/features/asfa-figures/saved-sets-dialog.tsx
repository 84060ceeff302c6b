import { figureGroups, type AsfaFigures } from '@superscope/contracts/asfa';
import { DetailDialog } from '../../ui/detail-dialog';
import { dayText } from '../../ui/day-text';
import { amountText } from './figure-text';

/** Every set saved, the newest first, with its figures. */
export const SavedSetsDialog = ({ sets, onClose }: { sets: AsfaFigures['sets']; onClose: () => void }) => (
  <DetailDialog title="Sets saved before" note="Each serves from its day until the next one begins." onClose={onClose}>
    <ul className="mt-4 divide-y">
      {sets.map((set) => (
        <li key={set.at} className="py-3">
          <h3 className="text-md font-semibold">
            {dayText(set.at)}
            {set.inUse && <span className="ml-2 text-sm font-semibold text-brand">in use</span>}
            {!set.complete && (
              <span className="ml-2 text-sm font-semibold text-attention">figures are missing, so it is not used</span>
            )}
          </h3>
          <dl className="mt-1 grid gap-x-6 text-base sm:grid-cols-2">
            {figureGroups.flatMap(({ group, figures }) =>
              figures.map(({ field, word }) => (
                <div key={field} className="flex justify-between gap-3">
                  <dt className="text-ink-2">
                    {group}: {word}
                  </dt>
                  <dd className="tabular-nums">{amountText(set[field])}</dd>
                </div>
              )),
            )}
          </dl>
        </li>
      ))}
    </ul>
  </DetailDialog>
);
