import { useId, useState } from 'react';
import { isAskedFor, lookupHint } from '../../portal/lookups/lookup-text';
import { Lookup, type Choice, type Found } from '../../ui/lookup';
import { useSettled } from '../../ui/use-settled';
import { usePlatformAssetsQuery } from './fee-comparison.api';

const ASK_AFTER_MS = 200;

export interface Chosen {
  id: string;
  name: string;
}

interface Props {
  label: string;
  placeholder: string;
  value: Chosen | null;
  onChange: (chosen: Chosen | null) => void;
}

interface Answer {
  currentData?: readonly Chosen[] | undefined;
  isError: boolean;
}

/** The text of a field that finds by typing; `ask` is what the server is asked, null for nothing. */
function useTyped(value: Chosen | null) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const asked = useSettled(wanted, ASK_AFTER_MS);
  return { typed, setTyped, wanted, asked, ask: value === null && isAskedFor(asked) ? asked : null };
}

interface DrawnProps extends Props {
  text: ReturnType<typeof useTyped>;
  answer: Answer;
}

/** A required field that finds by typing. Changing the text of what is chosen chooses nothing. */
function FoundLookup({ label, placeholder, value, onChange, text, answer }: DrawnProps) {
  const labelId = useId();
  const { typed, setTyped, wanted, asked } = text;
  const listed = answer.currentData?.map(({ id, name }): Choice => ({ id, name }));
  const choices: Found = answer.isError ? 'failed' : (listed ?? 'searching');
  const found = value !== null || !isAskedFor(wanted) ? 'idle' : asked === wanted ? choices : 'searching';
  const shown = value?.name ?? typed;
  return (
    <div>
      <FieldLabel id={labelId}>{label}</FieldLabel>
      <Lookup
        label={label}
        labelledBy={labelId}
        placeholder={placeholder}
        hint={value === null ? lookupHint(wanted) : undefined}
        text={shown}
        onText={(given) => {
          // React Aria also reports the text that the choice itself put there.
          if (given === shown) return;
          setTyped(value === null ? given : '');
          if (value !== null) onChange(null);
        }}
        found={found}
        chosen={value?.id ?? null}
        onChoose={(choice) => {
          setTyped('');
          onChange({ id: choice.id, name: choice.name });
        }}
      />
    </div>
  );
}

const FieldLabel = ({ id, children }: { id?: string; children: string }) => (
  <span id={id} className="mb-1 block text-base font-semibold">
    {children}
    <span className="font-normal text-ink-3"> (required)</span>
  </span>
);

type OwnProps = Omit<Props, 'label' | 'placeholder'>;

/** The investment options of one platform; without a platform it says what to choose first. */
export function AssetLookup({ platformId, first, ...props }: OwnProps & { platformId: string | null; first: string }) {
  const text = useTyped(props.value);
  const answer = usePlatformAssetsQuery(
    { platformId: platformId ?? '', name: text.ask ?? '' },
    { skip: text.ask === null || platformId === null },
  );
  if (platformId === null)
    return (
      <div>
        <FieldLabel>Investment</FieldLabel>
        <p className="flex h-10 items-center rounded-md border bg-sunken px-3 text-base text-ink-3">{first}</p>
      </div>
    );
  return <FoundLookup {...props} label="Investment" placeholder="Name of the investment" text={text} answer={answer} />;
}
