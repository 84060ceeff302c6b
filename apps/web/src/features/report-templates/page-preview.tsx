import { customPage, pdfPage, type Template, type TemplatePage } from '@superscope/contracts/report-templates';
import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { TwoSections } from '../../portal/report-paper/two-sections';
import '../../portal/report-paper/report-paper.css';
import { cx } from '../../ui/class-names';
import { date } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';
import { Logo } from '../../ui/logo';
import { useWidth } from '../../ui/use-width';
import { pageTitle, sectionTitle } from './template-parts';

interface Props {
  template: Template;
  /** The page with what is typed. */
  page: TemplatePage;
  /** The section or item that is being edited. */
  edited?: string | undefined;
  /** The report's own page for the plan that is chosen; null without a plan. */
  reportAddress: string | null;
  onPage: (pageId: string) => void;
}

/** A4 at 96 dots an inch. */
const WIDTH = 794;
const HEIGHT = 1123;

/** The page on paper, as it is typed. */
export function PagePreview({ template, page, edited, reportAddress, onPage }: Props) {
  const { reportPages } = template;
  const at = reportPages.findIndex(({ id }) => id === page.id);
  const [before, next] = at < 0 ? [] : [reportPages[at - 1], reportPages[at + 1]];
  const [used, setUsed] = useState<number | null>(null);
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
        <Paper template={template} page={page} edited={edited} onUsed={setUsed} />
      </div>
      <p className={cx('px-5 py-3 text-sm', used !== null && used > 100 ? 'font-medium text-danger' : 'text-ink-3')}>
        {noteOf(page, used)}
      </p>
    </section>
  );
}

function noteOf({ templatePageName, pageSections }: TemplatePage, used: number | null): string {
  if (templatePageName === pdfPage) return 'The page of the PDF stands here as it is.';
  if (templatePageName !== customPage) return 'The figures of this page are drawn in the report of a plan.';
  if (pageSections.length === 0) return 'Without sections this page has lines to write on.';
  if (used === null) return 'As you type. Outlined: what you are editing.';
  if (used > 100) return `The text takes ${used} % of the page. What does not fit is cut off.`;
  return `As you type. Outlined: what you are editing. ${used} % of the page is used.`;
}

interface PaperProps extends Pick<Props, 'template' | 'page' | 'edited'> {
  onUsed: (percent: number | null) => void;
}

function Paper({ template, page, edited, onUsed }: PaperProps) {
  const frame = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const scale = useWidth(frame, 360) / WIDTH;
  const hasText = page.templatePageName === customPage && page.pageSections.length > 0;
  useLayoutEffect(() => {
    const room = text.current?.parentElement?.clientHeight ?? 0;
    onUsed(hasText && room > 0 ? Math.round((100 * text.current!.offsetHeight) / room) : null);
  }, [page, hasText, onUsed]);
  const sections = page.pageSections.map((section) => ({
    id: section.id,
    heading: sectionTitle(section),
    items: section.sectionItems,
  }));
  return (
    <div ref={frame} className="overflow-hidden shadow-pop" style={{ height: HEIGHT * scale }}>
      <div style={{ transform: `scale(${scale})`, transformOrigin: '0 0', width: WIDTH, height: HEIGHT }}>
        {/* A page of a report is made smaller on phones. This one is already scaled to its frame. */}
        <article aria-label={pageTitle(page)} className="paper pcr-page pcr-framed !m-0" style={{ zoom: 1 }}>
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
          <h1 className="mt-[16px] text-[21px] font-[650] leading-[28px]">{pageTitle(page)}</h1>
          <div className="pcr-body">
            <div ref={text} className="space-y-[22px]">
              {hasText && <TwoSections sections={sections} edited={edited} />}
            </div>
          </div>
          <footer className="pcr-foot">
            <span>General information, not personal advice.</span>
            <b className="text-[14px] font-[650] text-ink">{page.templatePageNumber}</b>
          </footer>
        </article>
      </div>
    </div>
  );
}
