import type { ReconciledGroupRecord } from '@superscope/contracts/salesforce-reconciliation';
import type { RecordColumn } from '../../portal/records/record-columns';
import { Records } from '../../portal/records/record-table';
import { cx } from '../../ui/class-names';
import { number } from '../../ui/format';
import { OBJECT_NAMES } from './object-names';

/** What both sides have, by provider and object. */
export const Groups = ({ groups }: { groups: readonly ReconciledGroupRecord[] }) =>
  groups.length > 0 && (
    <div className="-mx-4 border-y sm:-mx-5">
      <Records
        label="Counts of both sides"
        rows={groups}
        idOf={({ providerId, object }) => `${providerId} ${object}`}
        columns={COLUMNS}
      />
    </div>
  );

const Count = ({ of, needs = false }: { of: number; needs?: boolean }) => (
  <span className={cx(of === 0 ? 'text-ink-3' : needs && 'font-semibold text-attention')}>{number(of)}</span>
);

const COLUMNS: readonly RecordColumn<ReconciledGroupRecord>[] = [
  {
    head: 'Object',
    leads: true,
    names: true,
    cell: ({ object, crmObject, providerId }) => (
      <>
        <p className="font-semibold">{providerId === null ? crmObject : OBJECT_NAMES[object]}</p>
        {providerId !== null && OBJECT_NAMES[object] !== crmObject && <p className="text-sm text-ink-2">{crmObject}</p>}
      </>
    ),
    className: 'min-w-32',
  },
  { head: 'Provider', cell: ({ provider }) => provider ?? 'Of none that the portal knows', className: 'min-w-32' },
  { head: 'Here', right: true, cell: ({ ours }) => number(ours) },
  { head: 'At Salesforce', right: true, cell: ({ theirs }) => number(theirs) },
  { head: 'Missing', right: true, cell: ({ missing }) => <Count of={missing} needs /> },
  {
    head: 'Extra',
    right: true,
    cell: ({ extra, toDelete }) => (
      <>
        <Count of={extra} needs={extra > toDelete} />
        {toDelete > 0 && <p className="text-sm whitespace-nowrap text-ink-2">{number(toDelete)} to be deleted</p>}
      </>
    ),
  },
  { head: 'Not sent yet', right: true, cell: ({ unsent }) => <Count of={unsent} /> },
];
