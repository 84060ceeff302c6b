import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { onDemand } from './on-demand';
import { Opener } from './opener';

export interface SearchItem {
  key: string;
  label: string;
  /** What people may type to find it, besides its label and its group. */
  words: string;
  /** Why it cannot be chosen now; null if it can. */
  refused: string | null;
}
export interface SearchGroup {
  label: string;
  items: readonly SearchItem[];
}

export interface SearchChoiceProps {
  label: string;
  groups: readonly SearchGroup[];
  chosen: string;
  onChoose: (key: string) => void;
  /** An example of what to type. */
  hint: string;
  /** What is counted at the right of the search field: 'measures'. */
  counted: string;
}

const SearchList = onDemand(async () => (await import('./search-list')).SearchList);

/** Chooses one of a long list, by a button that shows the chosen item and opens the list with a search field. */
export function SearchChoice(props: SearchChoiceProps) {
  const { label, groups, chosen } = props;
  const id = useId();
  const shown = groups.flatMap(({ items }) => items).find(({ key }) => key === chosen);
  return (
    <div className="min-w-0">
      <span id={id} aria-hidden className="mb-1 block text-sm font-medium text-ink-2">
        {label}
      </span>
      <Opener
        opens="listbox"
        label={`${label}: ${shown?.label ?? ''}`}
        reach={SearchList.reach}
        popUp={(opened) => <SearchList {...props} {...opened} />}
        className="settle flex h-9 w-full items-center gap-2 rounded-md border border-line-strong bg-surface pl-3 pr-2.5 text-left text-base font-medium text-ink hover:bg-hover sm:w-56 pointer-coarse:h-11"
      >
        <span className="min-w-0 flex-1 truncate">{shown?.label}</span>
        <ChevronDown size={15} className="shrink-0 text-ink-3 print:hidden" aria-hidden />
      </Opener>
    </div>
  );
}
