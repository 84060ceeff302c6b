import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names';
import { onDemand } from './on-demand';
import { Opener } from './opener';

export interface Choice<K extends string> {
  key: K;
  label: string;
  /** Drawn at the right in grey. */
  note: string;
  disabled?: boolean;
}

interface Props<K extends string> {
  label: string;
  icon: LucideIcon;
  /** The choice is not the default. */
  marked?: boolean;
  groups: readonly { label: string; choices: readonly Choice<K>[] }[];
  chosen: K;
  onChoose: (key: K) => void;
  /** The content of the button. */
  children: ReactNode;
}

const ChoiceList = onDemand(async () => (await import('./choice-list')).ChoiceList<string>);

/** Chooses one item of a list, by a button that shows the chosen one. */
export const ChoiceButton = <K extends string>({ icon: Icon, marked, children, onChoose, ...rest }: Props<K>) => (
  <Opener
    opens="listbox"
    reach={ChoiceList.reach}
    popUp={(opened) => <ChoiceList {...rest} {...opened} onChoose={(key) => onChoose(key as K)} />}
    className={cx('control hover:bg-hover', marked && 'border-brand-line bg-brand-soft')}
  >
    <Icon size={16} className={marked ? 'text-brand' : 'text-ink-3'} aria-hidden />
    <span className="flex gap-2">{children}</span>
    <span className="sr-only">, {rest.label}</span>
    <ChevronDown size={15} className="text-ink-3 print:hidden" aria-hidden />
  </Opener>
);
