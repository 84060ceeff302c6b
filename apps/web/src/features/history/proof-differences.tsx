import type { AsOfProof, ProofDifference } from '@superscope/contracts/as-of-views';
import { number } from '../../ui/format';
import { RecordLine, RecordLines, RecordList } from '../../ui/record-list';

const told = (value: string | null) => value ?? 'None';

/** Values that differ from the replayed events, one by one. */
export function ProofDifferences({ proof: { differences, differing } }: { proof: AsOfProof }) {
  const numbered = differences.map((of, i) => ({ ...of, id: String(i) }));
  return (
    <div className="mt-4 -mx-4 border-t sm:-mx-5">
      <RecordList<ProofDifference & { id: string }>
        label="What differs"
        items={numbered}
        idOf={({ id }) => id}
        columns={[
          { head: 'Table', cell: ({ model }) => model },
          { head: 'Row', cell: ({ key }) => <span className="wrap-anywhere">{key}</span> },
          { head: 'Value', cell: ({ column }) => column ?? 'The whole row' },
          { head: 'In the view', cell: ({ then }) => <span className="wrap-anywhere">{told(then)}</span> },
          { head: 'Replayed', cell: ({ replayed }) => <span className="wrap-anywhere">{told(replayed)}</span> },
        ]}
        card={({ model, key, column, then, replayed }) => (
          <>
            <b className="font-semibold">
              {model}: {column ?? 'the whole row'}
            </b>
            <span className="block text-sm text-ink-3 wrap-anywhere">{key}</span>
            <RecordLines>
              <RecordLine name="In the view">{told(then)}</RecordLine>
              <RecordLine name="Replayed">{told(replayed)}</RecordLine>
            </RecordLines>
          </>
        )}
      />
      {differing > differences.length && (
        <p className="px-5 pt-3 text-sm text-ink-3">
          {number(differences.length)} values are listed, of {number(differing)} rows.
        </p>
      )}
    </div>
  );
}
