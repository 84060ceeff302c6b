import type { AsOfProof } from '@superscope/contracts/as-of-views';
import { Records } from '../../portal/records/record-table';
import { number } from '../../ui/format';

const told = (value: string | null) => value ?? 'None';

/** Values that differ from the replayed events, one by one. */
export function ProofDifferences({ proof: { differences, differing } }: { proof: AsOfProof }) {
  return (
    <div className="mt-4 -mx-4 border-t sm:-mx-5">
      <Records
        label="What differs"
        rows={differences}
        idOf={({ model, key, column }) => `${model} ${key} ${column}`}
        columns={[
          { head: 'Table', cell: ({ model }) => model },
          { head: 'Row', cell: ({ key }) => <span className="wrap-anywhere">{key}</span> },
          { head: 'Value', cell: ({ column }) => column ?? 'The whole row' },
          { head: 'In the view', cell: ({ then }) => <span className="wrap-anywhere">{told(then)}</span> },
          { head: 'Replayed', cell: ({ replayed }) => <span className="wrap-anywhere">{told(replayed)}</span> },
        ]}
      />
      {differing > differences.length && (
        <p className="px-5 pt-3 text-sm text-ink-3">
          {number(differences.length)} values are listed, of {number(differing)} rows.
        </p>
      )}
    </div>
  );
}
