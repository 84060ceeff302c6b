import { PlanLookup } from '../../portal/plan/plan-lookup';
import { SelectField } from '../../ui/select-field';
import { usePlatformsQuery } from '../../portal/platforms/platforms.api';
import type { Place } from './queued-file';

interface Props {
  value: Place;
  onChange: (place: Place) => void;
  /** What no choice means, such as "Any platform". */
  none: { platform: string; plan: string };
}

/** A platform and one of its plans, both optional. Choosing another platform clears the plan. */
export function PlaceFields({ value: { platformId, plan }, onChange, none }: Props) {
  const { data: platforms = [], isError, refetch } = usePlatformsQuery();
  return (
    <>
      <div className="min-w-0">
        <SelectField
          label="Platform"
          wide
          options={[
            { value: '', label: none.platform },
            ...platforms.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={platformId ?? ''}
          onChange={(id) => onChange({ platformId: id === '' ? null : id, plan: null })}
        />
        {isError && (
          <p role="alert" className="mt-1 text-sm text-danger">
            The platforms did not load.{' '}
            <button type="button" className="link hover:underline" onClick={() => void refetch()}>
              Try again
            </button>
          </p>
        )}
      </div>
      <PlanLookup
        label="Plan"
        value={plan}
        onChange={(chosen) => onChange({ platformId, plan: chosen })}
        platformId={platformId ?? undefined}
        placeholder={none.plan}
      />
    </>
  );
}
