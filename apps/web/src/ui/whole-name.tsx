import { useRef, useState, type ReactElement } from 'react';
import { Focusable, Tooltip, TooltipTrigger } from 'react-aria-components';

const isCut = (element: HTMLElement | null) => {
  const name = element?.matches('.truncate') ? element : element?.querySelector('.truncate');
  return name != null && name.scrollWidth > name.clientWidth;
};

interface Props {
  name: string;
  /** A link or button whose text is `name`, in an element of class `truncate`. */
  children: ReactElement<React.DOMAttributes<Element>, string>;
}

/** Shows a truncated name in full, on hover and on focus. */
export function WholeName({ name, children }: Props) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLElement>(null);
  return (
    <TooltipTrigger delay={300} isOpen={open} onOpenChange={(opens) => setOpen(opens && isCut(trigger.current))}>
      <Focusable ref={trigger}>{children}</Focusable>
      <Tooltip offset={6} className="max-w-80 rounded-md border bg-raised px-3 py-2 text-sm text-ink shadow-pop">
        {name}
      </Tooltip>
    </TooltipTrigger>
  );
}
