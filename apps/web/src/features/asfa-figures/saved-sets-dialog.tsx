import { figureGroups, type AsfaFigures } from '@superscope/contracts/asfa';
import { Fragment } from 'react';
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
          <Documents addresses={Object.values(set.pdfUrls)} />
        </li>
      ))}
    </ul>
  </DetailDialog>
);

/** The documents that figures of a set were read from, each once. */
function Documents({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return null;
  return (
    <p className="mt-1 text-sm text-ink-2">
      Read from{' '}
      {[...new Set(addresses)].map((address, at) => (
        <Fragment key={address}>
          {at > 0 && ', '}
          <a href={address} target="_blank" rel="noreferrer" className="wrap-anywhere text-brand underline">
            {address}
          </a>
        </Fragment>
      ))}
    </p>
  );
}
