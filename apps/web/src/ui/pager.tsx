import { ChevronLeft, ChevronRight } from 'lucide-react';

interface Props {
  /** The name of the list, for screen readers. */
  label: string;
  /** The index of the page, from 0. */
  page: number;
  size: number;
  count: number;
  onChange: (page: number) => void;
}

/** Says which part of a long list is shown, with buttons for the previous and the next page. */
export const Pager = ({ label, page, size, count, onChange }: Props) => (
  <nav
    aria-label={`${label}: pages`}
    className="flex items-center justify-end gap-2 border-t px-5 py-1.5 text-sm text-ink-2"
  >
    <span role="status">
      {page * size + 1} – {Math.min(count, page * size + size)} of {count}
    </span>
    <PageButton label="Previous page" icon={ChevronLeft} disabled={page === 0} onClick={() => onChange(page - 1)} />
    <PageButton
      label="Next page"
      icon={ChevronRight}
      disabled={(page + 1) * size >= count}
      onClick={() => onChange(page + 1)}
    />
  </nav>
);

interface PageButtonProps {
  label: string;
  icon: typeof ChevronLeft;
  disabled: boolean;
  onClick: () => void;
}
const PageButton = ({ label, icon: Icon, disabled, onClick }: PageButtonProps) => (
  <button
    type="button"
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
    className="grid size-9 place-items-center rounded-sm text-ink-2 enabled:hover:bg-hover disabled:text-ink-3 disabled:opacity-50 pointer-coarse:size-11"
  >
    <Icon size={16} aria-hidden />
  </button>
);
