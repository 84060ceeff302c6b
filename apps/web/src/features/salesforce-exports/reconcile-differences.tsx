import { mostDifferences, type ReconciliationDifference } from '@superscope/contracts/salesforce-reconciliation';
import { useState } from 'react';
import { QueryStates } from '../../portal/records/query-states';
import type { RecordColumn } from '../../portal/records/record-columns';
import { Records } from '../../portal/records/record-table';
import { Button } from '../../ui/button';
import { number } from '../../ui/format';
import { Segmented } from '../../ui/segmented';
import { OBJECT_NAMES } from './object-names';
import { useReconciliationDifferencesQuery } from './salesforce-exports.api';
import { Heading } from '../../ui/heading';

const SIZE = 10;
type Side = ReconciliationDifference['side'];

interface Props {
  workId: string;
  missing: number;
  extra: number;
}

/** The ids that are on one side only, once somebody wants to see them. */
export function Differences({ workId, missing, extra }: Props) {
  const [side, setSide] = useState<Side>(missing > 0 ? 'missing' : 'extra');
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <Button kind="quiet" className="-ml-1.5 !h-8 !px-1.5 pointer-coarse:!h-11" onClick={() => setOpen(true)}>
          Show the ids that differ
        </Button>
      </div>
    );
  return (
    <section aria-label="Ids that differ">
      <div className="flex flex-wrap items-center gap-3 pb-3">
        <Heading lower={1} className="font-semibold">
          Ids that differ
        </Heading>
        {missing > 0 && extra > 0 && (
          <Segmented
            label="Side"
            options={[
              { value: 'missing', label: `Missing ${number(missing)}` },
              { value: 'extra', label: `Extra ${number(extra)}` },
            ]}
            value={side}
            onChange={setSide}
          />
        )}
      </div>
      <Listed workId={workId} side={side} />
    </section>
  );
}

function Listed({ workId, side }: { workId: string; side: Side }) {
  const differences = useReconciliationDifferencesQuery({ workId, side });
  return (
    <div className="-mx-4 border-t sm:-mx-5">
      <QueryStates
        query={{ ...differences, data: differences.currentData }}
        what="The ids"
        note="The counts above are up to date."
        className="p-5"
      >
        {({ rows, count }) => (
          <Records
            label="Ids that differ"
            rows={rows}
            idOf={({ key, crmId, object }) => `${object} ${key} ${crmId}`}
            columns={side === 'missing' ? [ID, OBJECT, PROVIDER] : [ID, OBJECT, PROVIDER, WHY]}
            search={side}
            pages={SIZE}
            foot={
              count > mostDifferences && (
                <p className="border-t px-5 py-3 text-sm text-ink-2">
                  The first {mostDifferences} of {number(count)} are listed. The CSV file has all.
                </p>
              )
            }
          />
        )}
      </QueryStates>
    </div>
  );
}

const REASONS: Record<NonNullable<ReconciliationDifference['why']>, string> = {
  erased: 'Of an erased member',
  double: 'A second record of the same id',
  unknown: 'The portal has no such record',
};

const ID: RecordColumn<ReconciliationDifference> = {
  head: 'Id',
  leads: true,
  names: true,
  cell: ({ key, crmId }) => (
    <>
      <p className="wrap-anywhere">{key ?? <span className="text-ink-2">An id that is none of the portal’s</span>}</p>
      {crmId !== null && <p className="text-sm text-ink-2">At Salesforce {crmId}</p>}
    </>
  ),
};
const OBJECT: RecordColumn<ReconciliationDifference> = {
  head: 'Object',
  cell: ({ object, crmObject, provider, side }) =>
    side === 'extra' && provider === null ? crmObject : OBJECT_NAMES[object],
  className: 'min-w-28',
};
const PROVIDER: RecordColumn<ReconciliationDifference> = {
  head: 'Provider',
  cell: ({ provider }) => provider ?? 'Of none that the portal knows',
  className: 'min-w-32',
};
const WHY: RecordColumn<ReconciliationDifference> = {
  head: 'Why',
  cell: ({ why, isToDelete }) =>
    `${why === null ? '' : REASONS[why]}${isToDelete ? ', which the next export deletes' : ''}`,
  className: 'min-w-44',
};
