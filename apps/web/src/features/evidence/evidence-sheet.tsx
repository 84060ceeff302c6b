import type { AsOfEvidence } from '@superscope/contracts/as-of-evidence';
import type { AsOfProof, AsOfSum, AsOfView, KeptComparison } from '@superscope/contracts/as-of-views';
import { causeText, changeTitle, columnName } from '../../portal/as-of/change-text';
import { cx } from '../../ui/class-names';
import { date, dateTime, longMonth, momentTime, number } from '../../ui/format';
import { Logo } from '../../ui/logo';
import '../../portal/page-file/page-sheet.css';
import './evidence.css';
import { FiguresRead } from './figures-read';

/** The content of the document, from its requester to the instructions for checking it. */
export function EvidenceSheet({ evidence }: { evidence: AsOfEvidence }) {
  const { view, askedBy, madeAt, differences, audience, figures } = evidence;
  const isExact = audience === 'staff';
  const { proof } = view;
  return (
    <article className={cx('page-sheet evidence paper', isExact && 'evidence-exact')} aria-label="Evidence">
      <header className="flex items-center gap-3 border-b-2 border-brand pb-3">
        <Logo size={28} />
        <div className="min-w-0 flex-1">
          <h1 className="text-xl font-semibold">Evidence: a plan as it stood</h1>
          <p className="text-ink-2 wrap-anywhere">{view.planName}</p>
        </div>
        <p className="shrink-0 text-right font-semibold">{isExact ? 'Exact figures, staff only' : 'Employer’s view'}</p>
      </header>
      <WhatWasRead evidence={evidence} />
      {figures !== null && (
        <section>
          <h2>Figures of {lastDay(figures.month)}</h2>
          <p>
            {isExact
              ? 'Exact, from the records. A share stands with the number of its members.'
              : 'As published: adjusted to protect members. A share stands with the number of its members; ‘<11’ is fewer than about 11, even none.'}
          </p>
          <FiguresRead figures={figures} audience={audience} />
        </section>
      )}
      <Facts
        rows={[
          ['Plan', `${view.planName} (${view.planId})`],
          ['As it stood on', `${momentTime(view.moment)}, Sydney time (${view.moment})`],
          ['View made', view.endedAt === null ? 'Not known' : `${dateTime(view.endedAt)}, ${took(view.tookMs)}`],
          ['Document made', dateTime(madeAt)],
          ['Asked for by', askedBy.role === '' ? askedBy.name : `${askedBy.name}, ${askedBy.role}`],
          ...(isExact ? ([['Member-months', number(view.rows)]] as [string, string][]) : []),
        ]}
      />
      <section>
        <h2>{headingOf(proof)}</h2>
        <p>{saidOf(proof)}</p>
        <Facts rows={proofRows(view, proof)} />
      </section>
      {isExact && proof !== null && proof.differences.length > 0 && <Values proof={proof} />}
      <Models view={view.sum} replay={proof?.sum ?? null} counts={isExact} />
      {isExact ? <SinceThen differences={differences} /> : <CausesSince differences={differences} />}
      <HowToVerify view={view} />
    </article>
  );
}

const took = (ms: number | null) => (ms === null ? '' : `in ${number(ms / 1000, 1)} s`);
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

const Facts = ({ rows }: { rows: [string, string][] }) => (
  <table className="mt-3">
    <tbody>
      {rows.map(([name, value]) => (
        <tr key={name}>
          <th scope="row" className="w-[34%]">
            {name}
          </th>
          <td>{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

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

/** `counts`: also tells numbers of rows, which follow from numbers of members. */
function Models({ view, replay, counts }: { view: AsOfSum | null; replay: AsOfSum | null; counts: boolean }) {
  if (view === null) return null;
  const replayed = new Map(replay?.models.map((each) => [each.model, each]));
  return (
    <section>
      <h2>Digests by table</h2>
      <table>
        <thead>
          <tr>
            <th>Table</th>
            {counts && <th className="count">Rows</th>}
            <th className="count">Digest of the view</th>
            {replay !== null && <th className="count">Digest of the replay</th>}
          </tr>
        </thead>
        <tbody>
          {view.models.map(({ model, rows, digest }) => (
            <tr key={model}>
              <td>{model}</td>
              {counts && <td className="count">{number(rows)}</td>}
              <td className="count">{digest}</td>
              {replay !== null && <td className="count">{replayed.get(model)?.digest ?? 'None'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Which figures those were, and from which events. */
const WhatWasRead = ({ evidence: { view, audience, figures } }: { evidence: AsOfEvidence }) => (
  <p className="mt-3">
    {figures === null ? (
      <>No month of this plan was closed by {momentTime(view.moment)}, so nobody read figures of it. </>
    ) : (
      <>
        At that moment {audience === 'staff' ? 'staff' : 'an employer of this plan'} read the{' '}
        <b>figures of {lastDay(figures.month)}</b>, the newest month closed by then, from all that was{' '}
        <b>recorded by {momentTime(view.moment)}</b>.{' '}
      </>
    )}
    ‘Figures of’ is the day that figures describe. ‘Recorded by’ is when Superscope had learnt what they are made from:
    what was recorded later is not in them, even if it happened before.
  </p>
);

const lastDay = (month: string): string => {
  const [year, of] = month.split('-').map(Number) as [number, number];
  return date(`${month}-${new Date(Date.UTC(year, of, 0)).getUTCDate()}`);
};

/** What was recorded since then and changed the month, without any number of members. */
function CausesSince({ differences: { month, onlyThen, onlyNow, columns } }: Pick<AsOfEvidence, 'differences'>) {
  const causes = [onlyThen, onlyNow, ...columns].flatMap((each) => each.causes);
  const told = [...new Set(causes.map((cause) => `${changeTitle(cause)}, ${momentTime(cause.lastAt)}`))];
  return (
    <section className="evidence-whole">
      <h2>Why {month === null ? 'figures' : longMonth(month)} may read differently now</h2>
      {told.length === 0 ? (
        <p>Nothing that was recorded since then changed it.</p>
      ) : (
        <ul className="list-disc space-y-1 pl-5">
          {told.map((cause) => (
            <li key={cause}>{cause}</li>
          ))}
        </ul>
      )}
      <p className="mt-2">
        A later edition is adjusted anew, so figures can also move a little, within the margin, without a cause.
      </p>
    </section>
  );
}

function SinceThen({ differences }: Pick<AsOfEvidence, 'differences'>) {
  const { month, membersThen, membersNow, onlyThen, onlyNow, columns, changes } = differences;
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
          {rows.length === 0 && ' Every value is the same.'}
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
                  {causes.length === 0 ? 'None: it follows from the running of time' : causes.map(causeText).join('; ')}
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

/** The page's date field holds whole minutes, but the address holds the exact moment. */
const addressOf = (plan: string, moment: string) =>
  `/audit/as-it-stood?${new URLSearchParams({ plan, moment }).toString().replaceAll('%3A', ':')}`;

const HowToVerify = ({ view: { planId, moment } }: { view: AsOfView }) => (
  <section className="evidence-whole">
    <h2>How to verify</h2>
    <ol className="list-decimal space-y-1 pl-5">
      <li>
        Open the portal at {addressOf(planId, moment)}, which is As it stood, under Audit, with this plan and moment,
        and press Show as it stood.
      </li>
      <li>Press Prove it. Events, position and digests have to be those of this document.</li>
      <li>
        A table’s digest is the sum of its rows’ 64-bit hashes, so no order changes it. The digest of all is the SHA-256
        of the lines “table rows digest”, sorted, each ended by a line feed.
      </li>
      <li>A restored event store may have other positions; events and digests stay.</li>
    </ol>
  </section>
);
