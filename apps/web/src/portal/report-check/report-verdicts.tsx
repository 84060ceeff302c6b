import type { CheckedReport, EditedPlace, ReportCheck } from '@superscope/contracts/report-check';
import { CircleAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { DownloadFailed } from '../downloads/download-failed';
import { useDownload } from '../downloads/use-download';
import { reportPath } from '../reports/policy-committee-reports.api';
import { useMay } from '../user/use-may';
import { cx } from '../../ui/class-names';
import { date, dateTime, momentTime, number } from '../../ui/format';
import { DrawnDifferences } from './drawn-differences';
import { FiguresVerdict } from './figures-verdict';
import { inGroups } from './in-groups';
import type { CheckedBy } from './use-report-check';
import { Verdict } from './verdict';
import { Heading } from '../../ui/heading';

const KINDS: Record<string, string> = {
  policyCommitteeReport: 'Policy Committee Report',
  reportAsItStood: 'Policy Committee Report as it stood',
  pcmReport: 'PCM report',
  evidence: 'Evidence',
};

/** What came out: three verdicts in their order. The first that fails ends it. */
export function ReportVerdicts({ check, by }: { check: ReportCheck; by: CheckedBy }) {
  const { report, unchanged, figures } = check;
  const mayKnow = useMay('reports.check-fully');
  const region = useRef<HTMLElement>(null);
  useEffect(() => region.current?.focus(), []);
  const isGenuine = report !== null && by === 'file' && unchanged === 'yes';
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="What came out"
      className="card min-w-0 overflow-hidden outline-offset-2"
    >
      <div className="flex flex-wrap items-start gap-3 px-5 py-4">
        <div className="min-w-0 flex-1 basis-64">
          <Heading className="text-md font-semibold leading-5">{titleOf(report)}</Heading>
          {report !== null && <p className="mt-0.5 text-sm text-ink-3">{aboutOf(report)}</p>}
        </div>
        {isGenuine ? (
          <span className="inline-flex items-center gap-1.5 rounded-full bg-good-soft px-2.5 py-0.5 text-sm font-semibold text-good">
            <ShieldCheck size={14} aria-hidden />
            Genuine
          </span>
        ) : (
          (report === null || unchanged === 'no') && (
            <span className="inline-flex items-center gap-1.5 rounded-full bg-danger-soft px-2.5 py-0.5 text-sm font-semibold text-danger">
              <CircleAlert size={14} aria-hidden />
              {report === null ? 'Not known here' : 'Changed'}
            </span>
          )
        )}
      </div>
      {report === null ? (
        <Verdict is="no">
          No report that you may see was made here with this code, or as this file. {outOfReach(mayKnow)}
        </Verdict>
      ) : (
        <>
          <Verdict is="yes" note={<Position of={report} />}>
            Made here
          </Verdict>
          {by === 'code' ? <Kept report={report} check={check} /> : <Unchanged report={report} check={check} />}
          {unchanged !== 'no' && <FiguresVerdict report={report} figures={figures} />}
          <Facts of={report} />
        </>
      )}
    </section>
  );
}

/** A representative sees reports of one employer, and none of a past moment, which anybody may check by its code. */
const outOfReach = (mayKnow: boolean): ReactNode =>
  mayKnow ? (
    'Its plan may be out of your reach.'
  ) : (
    <>
      It may be of another employer.{' '}
      <Link className="link hover:underline" to="/check">
        Everybody may ask
      </Link>{' '}
      whether a report was made with a code.
    </>
  );

const titleOf = (report: CheckedReport | null): string =>
  report === null
    ? 'No such report'
    : `${KINDS[report.kind] ?? 'Document'}${report.code === null ? '' : `, ${inGroups(report.code)}`}`;

const aboutOf = ({ planName, companyName, madeAt, by, start, end, engagedOnly, moment }: CheckedReport): string =>
  [
    companyName ?? planName,
    `made ${dateTime(madeAt)} by ${by}`,
    ...(start === null || end === null ? [] : [`${date(start)} to ${date(end)}`]),
    ...(engagedOnly ? ['engaged members only'] : []),
    ...(moment === null ? [] : [`as it stood on ${momentTime(moment)}`]),
  ].join(' · ');

/** What can be compared with the back page and the page `/check`, and what all of it proves. */
function Facts({ of: { pages, engagedOnly, recordedBy, sha256, figuresSha256 } }: { of: CheckedReport }) {
  const facts: [string, string, 'digest'?][] = [
    ...(pages === null
      ? []
      : ([['Pages', `${number(pages)}, ${engagedOnly ? 'engaged members only' : 'all members'}`]] as [
          string,
          string,
        ][])),
    ...(recordedBy === null ? [] : ([['Figures recorded by', momentTime(recordedBy)]] as [string, string][])),
    ['PDF, SHA-256', inGroups(sha256), 'digest'],
    ...(figuresSha256 === null
      ? []
      : ([['Figures, SHA-256', inGroups(figuresSha256), 'digest']] as [string, string, 'digest'][])),
  ];
  return (
    <div className="border-t bg-sunken px-5 py-4 text-sm text-ink-2">
      <dl aria-label="As it was made" className="space-y-1">
        {facts.map(([term, text, kind]) => (
          <div key={term} className="sm:flex sm:gap-3">
            <dt className="w-36 shrink-0 text-ink-3">{term}</dt>
            <dd className={cx('min-w-0 wrap-anywhere text-ink', kind && 'font-mono')}>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3">
        <b className="font-semibold text-ink">What a check proves.</b> That Superscope made the report, and when; that a
        PDF dropped here is unchanged to the last byte; and that its figures agree with what was recorded by then. It
        does not prove that what was recorded is right, and the words of pages that somebody wrote are not checked.
      </p>
    </div>
  );
}

function Position({ of: { position } }: { of: CheckedReport }) {
  const mayRead = useMay('history.read');
  const mayKnow = useMay('reports.check-fully');
  if (!mayKnow) return null;
  if (position === null) return 'event ‘Report made’';
  const text = `event ‘Report made’, position ${BigInt(position.split('-')[0]!).toLocaleString('en-AU')}`;
  return mayRead ? (
    <Link to={`/audit/events/${position}`} className="hover:underline">
      {text}
    </Link>
  ) : (
    text
  );
}

const shortDigest = (sha256: string): string =>
  `sha256 ${sha256.slice(0, 4)} ${sha256.slice(4, 8)} … ${sha256.slice(-4)}`;

function Digest({ of: { sha256 } }: { of: CheckedReport }) {
  return <span title={sha256}>{shortDigest(sha256)}</span>;
}

interface UnchangedProps {
  report: CheckedReport;
  check: ReportCheck;
}

/** By its code, only the file that is kept here is known, and not the reader's own. */
function Kept({ report, check: { unchanged } }: UnchangedProps) {
  const note = <Digest of={report} />;
  if (unchanged === 'no')
    return (
      <Verdict is="no" note={note}>
        The kept file is not the one that was made.
      </Verdict>
    );
  return (
    <Verdict is="unknown" note={note}>
      {unchanged === 'yes'
        ? 'The kept file is unchanged; drop your PDF to check yours.'
        : 'Its file is no longer kept here. Drop the PDF to see whether it is unchanged.'}
    </Verdict>
  );
}

/** What is said of an edited file whose pages read the same. */
function sameText(drawn: ReportCheck['drawn']): string {
  if (drawn === undefined || drawn.endedAt !== null)
    return 'Its pages read the same, but it is another file: it was saved again, or changed where nothing is read.';
  return drawn.differing.length === 0
    ? 'Its pages read and look the same, but it is another file: it was saved again, or changed where nothing is seen.'
    : 'Its pages read the same, but they do not look the same: something was laid over them, or taken away.';
}

function Unchanged({ report, check: { unchanged, edited, pagesCompared, drawn } }: UnchangedProps) {
  const note = <Digest of={report} />;
  if (unchanged === 'yes')
    return (
      <Verdict is="yes" note={note}>
        Unchanged to the last byte
      </Verdict>
    );
  return (
    <Verdict is="no" note={note}>
      <p className="font-semibold">Not the report that was made.</p>
      {edited.length > 0 && (
        <ul aria-label="What was edited" className="mt-1 space-y-1">
          {edited.map((place, at) => (
            <li key={at}>{editedText(place)}</li>
          ))}
        </ul>
      )}
      {!pagesCompared ? (
        <p className="mt-1 text-ink-2">
          {report.fileKept
            ? 'Its pages could not be compared.'
            : 'Its pages could not be compared, because the made file is no longer kept.'}
        </p>
      ) : (
        edited.length === 0 && <p className="mt-1 text-ink-2">{sameText(drawn)}</p>
      )}
      {drawn !== undefined && <DrawnDifferences of={drawn} />}
      <Original report={report} />
    </Verdict>
  );
}

const editedText = ({ where, reads, kept }: EditedPlace): ReactNode => (
  <>
    {where}: reads <b className="font-semibold">{reads || 'nothing'}</b>; the report kept here says{' '}
    <b className="font-semibold">{kept || 'nothing'}</b>.
  </>
);

function Original({ report: { kind, planId, workId, madeAt, fileKept } }: { report: CheckedReport }) {
  const { download, busy, failure } = useDownload();
  const mayHave = useMay('policy-committee.make') && kind === 'policyCommitteeReport' && fileKept;
  return (
    <div className="mt-2">
      <p className="text-ink-2">Its code belongs to a report of {dateTime(madeAt).split(' ')[0]}.</p>
      {mayHave && (
        <button
          type="button"
          aria-disabled={busy || undefined}
          onClick={() => !busy && void download(reportPath(planId, workId))}
          className="font-semibold text-brand hover:underline pointer-coarse:min-h-11"
        >
          Download the original
        </button>
      )}
      <DownloadFailed what="The original" failure={failure} />
    </div>
  );
}
