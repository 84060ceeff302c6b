import type { ReactNode } from 'react';
import { onDemand } from '../../ui/on-demand';
import { Opener } from '../../ui/opener';
import type { FilterOption } from '../filters/filters';

export interface Choosing {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
}

interface Props extends Choosing {
  className: string;
  /** The content of the button. */
  children: ReactNode;
}

const FilterValues = onDemand(async () => (await import('./filter-values')).FilterValues);

/** A button that opens the values of a column. */
export const FilterChoice = ({ className, children, ...choosing }: Props) => (
  <Opener
    opens="dialog"
    reach={FilterValues.reach}
    popUp={(opened) => <FilterValues {...choosing} {...opened} />}
    className={className}
  >
    {children}
  </Opener>
);
