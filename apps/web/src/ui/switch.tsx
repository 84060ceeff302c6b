import { CircleHelp } from 'lucide-react';
import { Button, Switch as AriaSwitch, Tooltip, TooltipTrigger } from 'react-aria-components';

interface Props {
  label: string;
  /** Explained behind a question mark, and to screen readers. */
  help: string;
  selected: boolean;
  onChange: (selected: boolean) => void;
  disabled?: boolean;
}

/** A labelled switch with its explanation, drawn as one control. */
export const HelpedSwitch = ({ label, help, selected, onChange, disabled }: Props) => (
  <div className="control gap-2.5 has-disabled:opacity-60">
    <span aria-hidden>{label}</span>
    <TooltipTrigger delay={200}>
      <Button aria-label={`About ${label}`} className="-ml-1 grid size-6 place-items-center text-ink-3 hover:text-ink">
        <CircleHelp size={15} aria-hidden />
      </Button>
      <Tooltip offset={8} className="max-w-64 rounded-md border bg-raised px-3 py-2 text-sm text-ink shadow-pop">
        {help}
      </Tooltip>
    </TooltipTrigger>
    <AriaSwitch
      aria-label={label}
      isSelected={selected}
      onChange={onChange}
      isDisabled={disabled ?? false}
      className="group -my-2 -mr-2 flex h-full cursor-pointer items-center py-2 pr-2"
    >
      <span className="settle relative inline-block h-[18px] w-8 shrink-0 rounded-full border border-line-strong bg-sunken group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus group-data-selected:border-brand group-data-selected:bg-brand">
        <span className="absolute left-[3px] top-1/2 size-3 -translate-y-1/2 rounded-full bg-line-strong transition-transform duration-[120ms] group-data-selected:translate-x-3 group-data-selected:bg-on-brand" />
      </span>
    </AriaSwitch>
  </div>
);
