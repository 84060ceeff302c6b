import type { ReactNode } from 'react';
import { Popover, type PopoverProps } from 'react-aria-components';
import { cx } from './class-names';
import type { Opened } from './opener';

interface Props extends Opened {
  placement: NonNullable<PopoverProps['placement']>;
  offset: number;
  className: string;
  /** Its name for screen readers, where it holds no dialog with a heading of its own. */
  label?: string;
  children: ReactNode;
}

/** Opens beside its button. Escape and a press outside close it and return the focus. */
export const PopUp = ({ trigger, onClose, placement, offset, className, label, children }: Props) => (
  <Popover
    aria-label={label}
    triggerRef={trigger}
    isOpen
    onOpenChange={(open) => open || onClose()}
    placement={placement}
    offset={offset}
    className={cx('max-w-[calc(100vw-2rem)] overflow-auto rounded-lg border bg-raised shadow-pop', className)}
  >
    {children}
  </Popover>
);
