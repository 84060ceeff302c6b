import { anchorOf } from '@superscope/contracts/alerts';
import { ChevronRight } from 'lucide-react';
import { whatToDo } from './what-to-do';

/** The paragraph of the operations manual about an alert, which no page of the portal serves, so its text stands here. */
export function WhatToDo({ title, isOpen }: { title: string; isOpen: boolean }) {
  const paragraphs = whatToDo[anchorOf(title)];
  if (paragraphs === undefined) return null;
  return (
    <details open={isOpen} className="group open:mb-1.5 open:basis-full">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded-sm text-sm font-semibold text-brand hover:underline pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight size={15} aria-hidden className="settle shrink-0 group-open:rotate-90" />
        What to do<span className="sr-only"> about {title}</span>
      </summary>
      <div className="mt-1.5 max-w-[68ch] space-y-1.5 border-l-2 border-line-strong pl-3 text-sm text-ink-2">
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="wrap-anywhere">
            {inCode(paragraph)}
          </p>
        ))}
        <p className="text-ink-3">
          From docs/operations.md, ‘Alert: {title.charAt(0).toLowerCase()}
          {title.slice(1)}’.
        </p>
      </div>
    </details>
  );
}

/** What stands between backticks is code. */
const inCode = (text: string) =>
  text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <code key={at} className="font-mono text-[0.92em] text-ink">
        {part}
      </code>
    ),
  );
