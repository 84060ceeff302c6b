import type { ExactEvidence } from '@superscope/contracts/as-of-evidence';
import type { AsOfProof, AsOfSum, AsOfView, KeptComparison } from '@superscope/contracts/as-of-views';
import { causeText, columnName } from '../../portal/as-of/change-text';
import { dateTime, longMonth, number } from '../../ui/format';
import { exactLetters } from './causes';
import { Facts } from './facts';

/** The proof in the exact document: every number and digest, and what differs from now, member by member. */
export function ExactProof({ evidence: { view, differences } }: { evidence: ExactEvidence }) {
  const { proof } = view;
  return (
    <>
      <section>
        <h2>{headingOf(proof)}</h2>
        <p>{saidOf(proof)}</p>
        <Facts rows={proofRows(view, proof)} />
      </section>
      {proof !== null && proof.differences.length > 0 && <Values proof={proof} />}
      <Models view={view.sum} replay={proof?.sum ?? null} />
      <SinceThen differences={differences} />
    </>
  );
}

export const took = (ms: number | null) => (ms === null ? '' : `in ${number(ms / 1000, 1)} s`);
const isDone = (proof: AsOfProof | null): proof is AsOfProof => proof?.state === 'equal' || proof?.state === 'differs';

const headingOf = (proof: AsOfProof | null) =>
  !isDone(proof) ? 'Not proved' : proof.state === 'equal' ? 'Proved' : 'Not the same';

function saidOf(proof: AsOfProof | null): string {
  if (!isDone(proof))
    return 'No replay has been compared with this view. The digests below are those of the view alone.';
  if (proof.state === 'equal')
    return 'Every event of the plan was replayed from the first one up to the moment, and each row that came of it equals the view’s.';
  return `Every event of the plan was replayed from the first one up to the moment. ${number(proof.differing)} rows are not as the view has them.`;
}

function keptText(kept: KeptComparison | null): string {
  if (kept === null) return 'None was kept of what was known then';
  const at = `kept on ${dateTime(kept.keptAt)} at position ${kept.position}, ${kept.digest}`;
  if ((kept.late ?? 0) > 0) return `Not compared: ${number(kept.late!)} events were recorded after it was ${at}`;
  return kept.isEqual ? `Equal to the one ${at}` : `Another one: ${kept.models.join(', ')}; ${at}`;
}

function proofRows({ sum, kept }: AsOfView, proof: AsOfProof | null): [string, string][] {
  const replayed = isDone(proof) ? proof : null;
  const shown = replayed?.sum ?? sum;
  return [
    ...(replayed === null
      ? []
      : ([['Proved', `${replayed.endedAt === null ? '' : dateTime(replayed.endedAt)} ${took(replayed.tookMs)}`]] as [
          string,
          string,
        ][])),
    ['Position of the newest event', shown?.position ?? 'Not known'],
    ['Events', shown === null ? 'Not known' : number(shown.events)],
    ...((replayed?.late ?? 0) > 0
      ? ([['Recorded after the view was made, left out', `${number(replayed!.late!)} events`]] as [string, string][])
      : []),
    ...(replayed === null ? [] : ([['Streams', number(replayed.streams)]] as [string, string][])),
    ['Digest of all, SHA-256', shown?.digest ?? 'Not known'],
    ['Nightly digest', keptText(replayed?.kept ?? kept)],
  ];
}

const Values = ({ proof: { differences, differing } }: { proof: AsOfProof }) => (
  <section>
    <h2>What is not the same</h2>
    <p>
      {number(differences.length)} values of {number(differing)} rows.
    </p>
    <table>
      <thead>
        <tr>
          <th>Table and row</th>
          <th>Value</th>
          <th>In the view</th>
          <th>Replayed</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ model, key, column, then, replayed }) => (
          <tr key={`${model} ${key} ${column}`}>
            <td>
              {model}: {key}
            </td>
            <td>{column ?? 'The whole row'}</td>
            <td>{then ?? 'None'}</td>
            <td>{replayed ?? 'None'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

function Models({ view, replay }: { view: AsOfSum | null; replay: AsOfSum | null }) {
  if (view === null) return null;
  const replayed = new Map(replay?.models.map((each) => [each.model, each]));
  return (
    <section>
      <h2>Digests by table</h2>
      <table>
        <thead>
          <tr>
            <th>Table</th>
            <th className="count">Rows</th>
            <th className="count">Digest of the view</th>
            {replay !== null && <th className="count">Digest of the replay</th>}
          </tr>
        </thead>
        <tbody>
          {view.models.map(({ model, rows, digest }) => (
            <tr key={model}>
              <td>{model}</td>
              <td className="count">{number(rows)}</td>
              <td className="count">{digest}</td>
              {replay !== null && <td className="count">{replayed.get(model)?.digest ?? 'None'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SinceThen({ differences }: Pick<ExactEvidence, 'differences'>) {
  const { month, membersThen, membersNow, onlyThen, onlyNow, columns, changes } = differences;
  const { letter } = exactLetters(differences);
  const sides = [
    { name: 'Members only then', ...onlyThen },
    { name: 'Members only now', ...onlyNow },
  ].filter(({ members }) => members > 0);
  const rows = [...sides, ...columns.map(({ column, ...of }) => ({ name: columnName(column), ...of }))];
  return (
    <section className="evidence-whole">
      <h2>What differs from now</h2>
      {month === null ? (
        <p>The plan has no figures, then or now.</p>
      ) : (
        <p>
          {longMonth(month)}: {number(membersThen)} members then, {number(membersNow)} now.
          {rows.length === 0
            ? ' Every value is the same.'
            : ' The letters are those beside the figures that read differently now.'}
        </p>
      )}
      {rows.length > 0 && (
        <table className="mt-2">
          <thead>
            <tr>
              <th className="w-[30%]">What differs</th>
              <th className="count">Members</th>
              <th className="pl-3">Events since then</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, members, causes }) => (
              <tr key={name}>
                <td>{name}</td>
                <td className="count">{number(members)}</td>
                <td className="pl-3">
                  {causes.length === 0
                    ? 'None: it follows from the running of time'
                    : causes.map((cause) => `${letter(cause)}: ${causeText(cause)}`).join('; ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-2">
        Recorded since then: {number(changes.reduce((sum, { count }) => sum + count, 0))} events and imported rows of{' '}
        {number(new Set(changes.map(({ type }) => type)).size)} types.
      </p>
    </section>
  );
}
