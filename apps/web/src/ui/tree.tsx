import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from './class-names';

/** A line of a tree that is seen: its node, and where that stands. */
export interface TreeLine {
  key: string;
  /** From 1. */
  level: number;
  /** Its place among its siblings, from 1, and how many they are. */
  position: number;
  siblings: number;
  /** Null for a line that holds nothing. */
  isOpen: boolean | null;
}

interface Props<Line extends TreeLine> {
  label: string;
  lines: readonly Line[];
  /** The line that Tab reaches; the first one if there is no such line. */
  at: string | null;
  /** An arrow, Home or End reached a line. */
  onReach: (line: Line) => void;
  onToggle: (line: Line) => void;
  /** Enter, Space, or a press on a line. */
  onPress: (line: Line) => void;
  /** The asterisk: every line of this level that holds some is to open. */
  onOpenLevel?: (line: Line) => void;
  /** The line is chosen, in a tree that chooses one. */
  isChosen?: (line: Line) => boolean;
  /** Alt with an arrow moves a line among its siblings. */
  onMove?: (line: Line, by: -1 | 1) => void;
  lineClass: (line: Line) => string;
  className?: string;
  children: (line: Line) => ReactNode;
}

/** A tree with the keys of one: arrows move, open and close, Home and End go to its ends. One line of it is reached by Tab. */
export function Tree<Line extends TreeLine>({
  label,
  lines,
  at,
  onReach,
  onToggle,
  onPress,
  onOpenLevel,
  isChosen,
  onMove,
  lineClass,
  className,
  children,
}: Props<Line>) {
  const list = useRef<HTMLUListElement>(null);
  const reached = lines.some(({ key }) => key === at) ? at : (lines[0]?.key ?? null);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current) list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [reached]);
  const press = (event: KeyboardEvent, line: Line, index: number) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const to =
      step !== undefined
        ? lines[index + step]
        : event.key === 'Home'
          ? lines[0]
          : event.key === 'End'
            ? lines.at(-1)
            : event.key === 'ArrowRight' && line.isOpen === true
              ? lines[index + 1]
              : event.key === 'ArrowLeft' && line.isOpen !== true
                ? lines.slice(0, index).findLast(({ level }) => level < line.level)
                : undefined;
    if (event.altKey && step !== undefined && onMove !== undefined) onMove(line, step as -1 | 1);
    else if (event.key === 'ArrowRight' && line.isOpen === false) onToggle(line);
    else if (event.key === 'ArrowLeft' && line.isOpen === true) onToggle(line);
    else if (event.key === 'Enter' || event.key === ' ') onPress(line);
    else if (event.key === '*' && onOpenLevel !== undefined) onOpenLevel(line);
    else if (to !== undefined) onReach(to);
    else if (step === undefined) return;
    event.preventDefault();
  };
  return (
    <ul
      ref={list}
      role="tree"
      aria-label={label}
      className={className}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        hasFocus.current = currentTarget.contains(relatedTarget);
      }}
    >
      {lines.map((line, index) => (
        <li
          key={line.key}
          role="treeitem"
          aria-level={line.level}
          aria-posinset={line.position}
          aria-setsize={line.siblings}
          aria-selected={isChosen?.(line)}
          aria-expanded={line.isOpen ?? undefined}
          tabIndex={line.key === reached ? 0 : -1}
          onClick={() => onPress(line)}
          onKeyDown={(event) => press(event, line, index)}
          className={cx(
            'flex min-h-9 cursor-pointer items-center gap-1.5 pr-4 text-base outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus pointer-coarse:min-h-11',
            lineClass(line),
          )}
        >
          {line.isOpen === null ? (
            <span className="w-6 shrink-0" />
          ) : (
            <span
              aria-hidden
              data-testid={`open ${line.key}`}
              onClick={(event) => {
                event.stopPropagation();
                onToggle(line);
              }}
              className="grid size-6 shrink-0 place-items-center text-ink-3 pointer-coarse:size-11"
            >
              <ChevronRight size={15} className={cx('settle', line.isOpen && 'rotate-90')} />
            </span>
          )}
          {children(line)}
        </li>
      ))}
    </ul>
  );
}
