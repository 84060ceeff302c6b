import { FoundLookup } from '../lookups/found-lookup';
import { useTyped } from '../lookups/use-typed';
import { usePlatformAssetsQuery } from './fees.api';

export interface Chosen {
  id: string;
  name: string;
}

interface Props {
  platformId: string | null;
  /** What stands in the place of the field without a platform. */
  first: string;
  /** Without the options that only members who choose them have. */
  excludeChoice?: boolean;
  value: Chosen | null;
  onChange: (chosen: Chosen | null) => void;
}

const required = '(required)';
const nameOf = ({ name }: Chosen) => name;

/** The investment options of one platform; without a platform it says what to choose first. */
export function AssetLookup({ platformId, first, excludeChoice = false, value, onChange }: Props) {
  const typed = useTyped(value !== null);
  const answer = usePlatformAssetsQuery(
    { platformId: platformId ?? '', name: typed.ask ?? '', excludeChoice },
    { skip: typed.ask === null || platformId === null },
  );
  if (platformId === null)
    return (
      <div>
        <span className="mb-1 block text-base font-semibold">
          Investment <span className="font-normal text-ink-3">{required}</span>
        </span>
        <p className="flex h-10 items-center rounded-md border bg-sunken px-3 text-base text-ink-3">{first}</p>
      </div>
    );
  return (
    <FoundLookup<Chosen>
      label="Investment"
      mark={required}
      placeholder="Name of the investment"
      value={value}
      onChange={(chosen) => onChange(chosen && { id: chosen.id, name: chosen.name })}
      typed={typed}
      answer={answer}
      nameOf={nameOf}
    />
  );
}
