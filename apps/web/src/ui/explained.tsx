import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';

interface Props {
  label: string;
  explanation: string;
  offset: number;
  className: string;
  children: ReactNode;
}

/** Shows an explanation on hover, on focus, and on a press, because fingers neither hover nor focus. */
export function Explained({ label, explanation, offset, className, children }: Props) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const press = ({ target }: PointerEvent) => {
      const inside = [trigger, tooltip].some(({ current }) => current?.contains(target as Node));
      if (!inside) setOpen(false);
    };
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, [open]);
  return (
    // Otherwise the tooltip would close as a press starts, and the press would open it again.
    <TooltipTrigger delay={200} isOpen={open} onOpenChange={setOpen} shouldCloseOnPress={false}>
      <Button ref={trigger} aria-label={label} className={className} onPress={() => setOpen(!open)}>
        {children}
      </Button>
      <Tooltip
        ref={tooltip}
        offset={offset}
        className="max-w-64 rounded-md border bg-raised px-3 py-2 text-sm text-ink shadow-pop"
      >
        {explanation}
      </Tooltip>
    </TooltipTrigger>
  );
}
