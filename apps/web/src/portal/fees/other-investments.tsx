import { Plus, X } from 'lucide-react';
import { PlatformLookup } from '../platforms/platform-lookup';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { AssetLookup, type Chosen } from './asset-lookup';
import { SideMark } from './side-mark';

/** One more investment to set beside; not yet chosen while `asset` is null. */
export interface Other {
  id: number;
  platform: Chosen | null;
  asset: Chosen | null;
}

interface Props {
  others: readonly Other[];
  /** Ids of the investments that already stand side by side. */
  taken: readonly string[];
  onChange: (others: readonly Other[]) => void;
}

const MARKS = ['C', 'D'] as const;

/** Ids of the chosen investments that do not stand side by side already. */
export function otherIdsOf(others: readonly Other[], taken: readonly string[]): string[] {
  const ids = others.flatMap(({ asset }) => asset?.id ?? []).filter((id) => !taken.includes(id));
  return [...new Set(ids)];
}

/** Up to two more investments beside the two that were compared. */
export function OtherInvestments({ others, taken, onChange }: Props) {
  const set = (id: number, some: Partial<Other>) =>
    onChange(others.map((other) => (other.id === id ? { ...other, ...some } : other)));
  const isTaken = ({ asset }: Other, at: number) =>
    asset !== null && [...taken, ...others.slice(0, at).flatMap((other) => other.asset?.id ?? [])].includes(asset.id);
  const add = () =>
    onChange([...others, { id: Math.max(0, ...others.map(({ id }) => id)) + 1, platform: null, asset: null }]);
  return (
    <Card aria-label="More investments" className="px-5 py-4">
      {others.map((other, at) => (
        <div
          key={other.id}
          role="group"
          aria-label={`Investment ${MARKS[at]!}`}
          className="mb-3.5 grid gap-3.5 sm:grid-cols-2"
        >
          <p className="flex items-center gap-2 text-md font-semibold sm:col-span-2">
            <SideMark side={MARKS[at]!} />
            Also beside
            <Button
              kind="quiet"
              icon={X}
              className="ml-auto"
              aria-label={`Remove investment ${MARKS[at]!}`}
              onClick={() => onChange(others.filter(({ id }) => id !== other.id))}
            >
              Remove
            </Button>
          </p>
          <PlatformLookup value={other.platform} onChange={(platform) => set(other.id, { platform, asset: null })} />
          <div>
            <AssetLookup
              key={other.platform?.id}
              platformId={other.platform?.id ?? null}
              first="Choose a platform first"
              value={other.asset}
              onChange={(asset) => set(other.id, { asset })}
            />
            {isTaken(other, at) && (
              <p role="alert" className="mt-1 text-sm font-medium text-danger">
                This investment already stands side by side.
              </p>
            )}
          </div>
        </div>
      ))}
      {others.length < MARKS.length && (
        <Button icon={Plus} onClick={add}>
          Add an investment
        </Button>
      )}
    </Card>
  );
}
