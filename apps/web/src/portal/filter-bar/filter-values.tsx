import { Check } from 'lucide-react';
import { useState } from 'react';
import { Checkbox, CheckboxGroup, Dialog, Heading } from 'react-aria-components';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import type { Opened } from '../../ui/opener';
import { PopUp } from '../../ui/pop-up';
import type { Choosing } from './filter-choice';

/** The values of a column. A choice takes effect when Apply is pressed, because each one needs a request to the server. */
export const FilterValues = ({ trigger, onClose, onChoose, ...choosing }: Opened & Choosing) => (
  <PopUp trigger={trigger} onClose={onClose} placement="bottom start" offset={6} className="w-64">
    <Dialog className="p-2 outline-none">
      <Values
        {...choosing}
        onChoose={(values) => {
          onClose();
          onChoose(values);
        }}
      />
    </Dialog>
  </PopUp>
);

function Values({ label, options, chosen, onChoose }: Choosing) {
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
