import { Building2, FileText, ScrollText, SquareArrowRight, User as Person } from 'lucide-react';
import { ChoiceText } from '../../../ui/choice-text';
import { cx } from '../../../ui/class-names';
import { KeyCap } from '../../../ui/key-cap';
import type { FindOption } from './find-options';

const ICONS = {
  member: Person,
  plan: ScrollText,
  employer: Building2,
  screen: SquareArrowRight,
  memberScreen: SquareArrowRight,
  report: FileText,
} as const;

interface Props {
  id: string;
  option: FindOption;
  /** The typed text. */
  part: string;
  isActive: boolean;
  onReach: () => void;
  onOpen: (inNewTab: boolean) => void;
}

/** One option. The focus stays in the field, so it takes none. */
export function FindRow({ id, option, part, isActive, onReach, onOpen }: Props) {
  const Icon = ICONS[option.kind];
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-keyshortcuts={option.digit && `Alt+${option.digit}`}
      onPointerMove={() => isActive || onReach()}
      onPointerDown={(event) => event.preventDefault()}
      onClick={({ ctrlKey, metaKey }) => onOpen(ctrlKey || metaKey)}
      className={cx(
        '@container mx-2 flex cursor-pointer items-center gap-3 rounded-md px-2 py-2 text-base sm:px-3 pointer-coarse:py-3',
        isActive && 'bg-brand-soft',
      )}
    >
      <Icon size={17} className="shrink-0 text-ink-3" aria-hidden />
      <ChoiceText choice={option} part={part} />
      {option.digit !== undefined && (
        <span className="shrink-0 pointer-coarse:hidden" aria-hidden>
          <KeyCap>Alt {option.digit}</KeyCap>
        </span>
      )}
    </div>
  );
}
