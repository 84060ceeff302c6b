import { customPage, pdfPage, type Template, type TemplatePage } from '@superscope/contracts/report-templates';
import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import { Suspense, use, useEffect, useMemo, useRef, useState } from 'react';
import { customSections } from '../../portal/report-paper/custom-sections';
import { Entered } from '../../portal/report-paper/entered';
import { Flowing } from '../../portal/report-paper/flowing';
import '../../portal/report-paper/report-paper.css';
import { TemplatedPage } from '../../portal/report-paper/templated-page';
import { ErrorBoundary } from '../../ui/error-boundary';
import { date } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';
import { Logo } from '../../ui/logo';
import { Bone, ErrorState, Skeleton } from '../../ui/states';
import { useWidth } from '../../ui/use-width';
import type { ChosenScope } from './scope-bar';
import { pageTitle, sectionTitle } from './template-parts';

interface Props {
  template: Template;
  /** The page with what is typed. */
  page: TemplatePage;
  /** The section or item that is being edited. */
  edited?: string | undefined;
  /** With whose figures the page is drawn. */
  scope: ChosenScope;
  /** The whole report for the plan that is chosen; null without a plan. */
  reportAddress: string | null;
  onPage: (pageId: string) => void;
}

/** A4 at 96 dots an inch. */
const WIDTH = 794;

/** The page on paper, as it is typed. */
export function PagePreview({ template, page, edited, scope, reportAddress, onPage }: Props) {
  const { reportPages } = template;
  const at = reportPages.findIndex(({ id }) => id === page.id);
  const [before, next] = at < 0 ? [] : [reportPages[at - 1], reportPages[at + 1]];
  const [sheets, setSheets] = useState(1);
  return (
    <section aria-label="Preview" className="card min-w-0 overflow-hidden">
      <div className="flex items-center gap-1 border-b px-5 py-2.5">
        <h2 className="min-w-0 flex-1 text-md font-semibold">
          {at < 0 ? 'New page' : `Page ${at + 1} of ${reportPages.length}`}
        </h2>
        {before && <IconButton label="Previous page" icon={ChevronLeft} onClick={() => onPage(before.id)} />}
        {next && <IconButton label="Next page" icon={ChevronRight} onClick={() => onPage(next.id)} />}
        {reportAddress !== null && (
          <a
            href={reportAddress}
            target="_blank"
            rel="noreferrer"
            className="inline-flex h-9 items-center gap-2 rounded-md px-2 text-base font-semibold text-brand hover:bg-brand-soft"
          >
            <ExternalLink size={16} aria-hidden />
            Full size
          </a>
        )}
      </div>
      <div className="bg-sunken p-4">
        {isOfFigures(page) && scope.plan !== null ? (
          <WithFigures template={template} page={page} planId={scope.plan.id} companyId={scope.employer?.id ?? null} />
        ) : (
          <Paper template={template} page={page} edited={edited} onSheets={setSheets} />
        )}
      </div>
      <p className="px-5 py-3 text-sm text-ink-3">{noteOf(page, sheets, scope)}</p>
    </section>
  );
}

/** The report draws it; only words and the pages of PDFs are the template's own. */
const isOfFigures = ({ templatePageName, pageSections }: TemplatePage) =>
  templatePageName !== pdfPage && (templatePageName !== customPage || pageSections.length === 0);

function noteOf({ templatePageName, pageSections }: TemplatePage, sheets: number, { plan }: ChosenScope): string {
  if (templatePageName === pdfPage) return 'The page of the PDF stands here as it is.';
  if (templatePageName !== customPage)
    return plan === null
      ? 'Choose a plan to see this page with its figures.'
      : `As ${plan.name} gets it, with its published figures.`;
  if (pageSections.length === 0) return 'Without sections this page has lines to write on.';
  return `As you type. Outlined: what you are editing.${sheets === 1 ? '' : ` It takes ${sheets} pages of the report.`}`;
}

interface WithFiguresProps extends Pick<Props, 'template' | 'page'> {
  planId: string;
  companyId: string | null;
}

/** The page as the report has it. */
function WithFigures(props: WithFiguresProps) {
  const draw = use(TemplatedPage);
  const frame = useRef<HTMLDivElement>(null);
  const scale = useWidth(frame, 360) / WIDTH;
  return (
    <div ref={frame}>
      <ErrorBoundary
        of={props.page.id}
        fallback={
          <ErrorState
            what="This page of the report"
            note="Save what you typed, then reload."
            action="Reload"
            onRetry={() => window.location.reload()}
          />
        }
      >
        <Suspense
          fallback={
            <Skeleton label="The page">
              <Bone className="h-60 w-full" />
            </Skeleton>
          }
        >
          {draw?.({ ...props, scale })}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

interface PaperProps extends Pick<Props, 'template' | 'page' | 'edited'> {
  onSheets: (count: number) => void;
}

function Paper({ template, page, edited, onSheets }: PaperProps) {
  const frame = useRef<HTMLDivElement>(null);
  const scale = useWidth(frame, 360) / WIDTH;
  const isWritten = page.templatePageName === customPage && page.pageSections.length > 0;
  const groups = useMemo(
    () =>
      isWritten
        ? customSections(
            page.pageSections.map((section) => ({
              id: section.id,
              heading: sectionTitle(section),
              items: section.sectionItems,
            })),
            edited,
          )
        : [],
    [isWritten, page, edited],
  );
  return (
    <div ref={frame}>
      <div className="space-y-4" style={{ zoom: scale }}>
        <Flowing groups={groups}>
          {({ at, of, body }) => (
            // A page of a report is made smaller on phones. This one is already scaled to its frame.
            <article
              aria-label={at === 0 ? pageTitle(page) : `${pageTitle(page)}, continued`}
              className="paper pcr-page pcr-framed !m-0 shadow-pop"
              style={{ zoom: 1 }}
            >
              <Counted sheets={of} onSheets={onSheets} />
              <header className="pcr-head">
                <Logo size={26} />
                <p className="min-w-0 flex-1">
                  <b className="block truncate font-semibold">Policy Committee Report</b>
                  <span className="block truncate text-ink-2">{template.serves}</span>
                </p>
                <p className="shrink-0 text-right text-[12px] text-ink-2">
                  {date(template.reportingStartDate)} to
                  <br />
                  {date(template.reportingEndDate)}
                </p>
              </header>
              <h1 className="mt-[16px] text-[21px] font-[650] leading-[28px]">
                {pageTitle(page)}
                {at > 0 && ', continued'}
              </h1>
              <div className="pcr-body">
                {body}
                {isWritten && <Entered of={null} />}
              </div>
              <footer className="pcr-foot">
                <span>General information, not personal advice.</span>
              </footer>
            </article>
          )}
        </Flowing>
      </div>
    </div>
  );
}

/** Tells how many sheets the page takes. */
function Counted({ sheets, onSheets }: { sheets: number; onSheets: (count: number) => void }) {
  useEffect(() => onSheets(sheets), [sheets, onSheets]);
  return null;
}
