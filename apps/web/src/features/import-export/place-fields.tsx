import { PlanLookup } from '../../portal/plan/plan-lookup';
import { SelectField } from '../../ui/select-field';
import { usePlatformsQuery } from './import-export.api';
import type { Place } from './queued-file';

interface Props {
  value: Place;
  onChange: (place: Place) => void;
  /** What no choice means, such as "Any platform". */
  none: { platform: string; plan: string };
}

/** A platform and one of its plans, both optional. Choosing another platform clears the plan. */
export function PlaceFields({ value: { platformId, plan }, onChange, none }: Props) {
  const { data: platforms = [] } = usePlatformsQuery();
  return (
    <>
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
