import type { LucideIcon } from 'lucide-react';

interface Props {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
}
/** A button with only an icon. `label` is its tooltip and its name for screen readers. */
export const IconButton = ({ label, icon: Icon, onClick }: Props) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onClick}
    className="grid size-9 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink print:hidden pointer-coarse:size-11"
  >
    <Icon size={17} aria-hidden />
  </button>
);
