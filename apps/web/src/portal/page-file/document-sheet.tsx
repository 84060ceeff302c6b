import { shownContent } from '@superscope/contracts/rendering';
import { FileX } from 'lucide-react';
import type { ReactNode } from 'react';
import { dateTime } from '../../ui/format';
import { Logo } from '../../ui/logo';
import { EmptyState } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { useAnnounced } from './use-announced-page';
import './page-sheet.css';

interface Props<Content> {
  title: string;
  /** Whom it is about. */
  who: (content: Content) => string;
  /** When it was made: an instant, UTC. */
  madeAt: (content: Content) => string;
  /** What stands at its top instead of the portal's own head. */
  head?: (content: Content) => ReactNode;
  children: (content: Content) => ReactNode;
}

/** The page of a document whose content nothing stores: the renderer hands it to the page. Nobody else has anything to see here. */
export function DocumentSheet<Content>({ title, who, madeAt, head, children }: Props<Content>) {
  usePageTitle(title);
  const content = (window as unknown as Partial<Record<typeof shownContent, Content>>)[shownContent];
  useAnnounced(content === undefined ? 'failed' : 'ready');
  if (content === undefined)
    return (
      <EmptyState icon={FileX} title="There is nothing here" className="min-h-72">
        This page is only drawn while a document is made of it.
      </EmptyState>
    );
  return (
    <article className="page-sheet paper" aria-label={title}>
      {head ? (
        head(content)
      ) : (
        <header className="flex items-center gap-3 border-b-2 border-brand pb-3">
          <Logo size={28} />
          <div className="min-w-0 flex-1">
            <h1 className="text-xl font-semibold">{title}</h1>
            {/* Cards have headings of the third level, and a PDF that conforms leaves out no level. */}
            <h2 className="font-normal text-ink-2 wrap-anywhere">{who(content)}</h2>
          </div>
          <p className="shrink-0 text-right text-ink-2">{dateTime(madeAt(content))}</p>
        </header>
      )}
      {children(content)}
    </article>
  );
}
