import { useState, type ReactNode } from 'react';
import {
  Button as AriaButton,
  Checkbox,
  CheckboxGroup,
  Dialog,
  DialogTrigger,
  Heading,
  Popover,
} from 'react-aria-components';
import { Check } from 'lucide-react';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import type { FilterOption } from './filters';

interface Props {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
  className: string;
  /** On the button that opens it. */
  children: ReactNode;
}

/** A button that opens the values of a column. They hold once Apply is pressed: every answer takes a question to the server. */
export const FilterChoice = ({ label, options, chosen, onChoose, className, children }: Props) => (
  <DialogTrigger>
    <AriaButton className={className}>{children}</AriaButton>
    <Popover
      placement="bottom start"
      offset={6}
      className="w-64 max-w-[calc(100vw-2rem)] overflow-auto rounded-lg border bg-raised shadow-pop"
    >
      <Dialog className="p-2 outline-none">
        {({ close }) => (
          <Choice
            label={label}
            options={options}
            chosen={chosen}
            onChoose={(values) => {
              close();
              onChoose(values);
            }}
          />
        )}
      </Dialog>
    </Popover>
  </DialogTrigger>
);

function Choice({ label, options, chosen, onChoose }: Omit<Props, 'className' | 'children'>) {
  const [values, setValues] = useState<string[]>([...chosen]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // In the order of the list, so that the same choice has one address.
        onChoose(options.map(({ value }) => value).filter((value) => values.includes(value)));
      }}
    >
      <Heading slot="title" className="px-2 pb-1 pt-1 text-base font-semibold">
        {label}
      </Heading>
      <CheckboxGroup aria-label={label} value={values} onChange={setValues} className="max-h-72 overflow-auto">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            value={option.value}
            className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1 text-base -outline-offset-2! hover:bg-hover pointer-coarse:min-h-11"
          >
            {({ isSelected }) => (
              <>
                <span
                  aria-hidden
                  className={cx(
                    'grid size-[18px] shrink-0 place-items-center rounded-[4px] border',
                    isSelected ? 'border-brand bg-brand text-on-brand' : 'border-line-strong bg-surface',
                  )}
                >
                  {isSelected && <Check size={13} strokeWidth={3} />}
                </span>
                <span className="min-w-0 wrap-anywhere">{option.label}</span>
              </>
            )}
          </Checkbox>
        ))}
      </CheckboxGroup>
      <div className="mt-2 flex justify-end gap-2 border-t pt-2">
        <Button type="submit" kind="primary">
          Apply
        </Button>
      </div>
    </form>
  );
}
