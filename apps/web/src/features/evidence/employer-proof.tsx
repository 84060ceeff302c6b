import type { EmployerEvidence } from '@superscope/contracts/as-of-evidence';
import { changeTitle } from '../../portal/as-of/change-text';
import { date, dateTime, longMonth } from '../../ui/format';
import { letterOf } from './causes';
import { Facts } from './facts';

type Proof = EmployerEvidence['proof'];

/** The proof in the employer's view: whether the replay was equal, and one digest. All else is in the exact document. */
export const EmployerProof = ({ evidence: { view, proof, figures, causes } }: { evidence: EmployerEvidence }) => (
  <>
    <section>
      <h2>{proof === null ? 'Not proved' : proof.isEqual ? 'Proved' : 'Not the same'}</h2>
      <p>{saidOf(proof)}</p>
      <Facts
        rows={[
          ...(proof === null || proof.endedAt === null ? [] : [['Proved', dateTime(proof.endedAt)] as const]),
          ['Position of the newest event', view.position ?? 'Not known'],
          ['Digest of all, SHA-256', view.digest ?? 'Not known'],
        ]}
      />
      <p className="mt-2">
        Numbers of events and rows, the digests of single tables and what was recorded about single members are in the
        exact document only, which is for the fund’s staff.
      </p>
    </section>
    {figures !== null && <CausesSince month={figures.month} causes={causes} />}
  </>
);

function saidOf(proof: Proof): string {
  if (proof === null) return 'No replay has been compared with this view. The digest below is that of the view alone.';
  const replayed = 'Every event of the plan was replayed from the first one up to the moment';
  return proof.isEqual
    ? `${replayed}, and each row that came of it equals the view’s.`
    : `${replayed}. Not every row is as the view has it. What differs is in the exact document.`;
}

const CausesSince = ({ month, causes }: { month: string; causes: EmployerEvidence['causes'] }) => (
  <section className="evidence-whole">
    <h2>Why {longMonth(month)} may read differently now</h2>
    {causes.length === 0 ? (
      <p>Nothing that concerns the whole plan was recorded since then.</p>
    ) : (
      <table>
        <tbody>
          {causes.map((cause, at) => (
            <tr key={letterOf(at)}>
              <th scope="row" className="w-8">
                {letterOf(at)}
              </th>
              <td>
                {changeTitle(cause)}, {date(cause.on)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    <p className="mt-2">
      A letter beside a figure says which of them can have moved it. Only what concerns the whole plan is listed. A
      later edition is adjusted anew, so figures can also move a little, within the margin, without a cause.
    </p>
  </section>
);
