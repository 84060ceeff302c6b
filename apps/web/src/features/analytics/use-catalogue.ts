import { useMemo } from 'react';
import { referenceOf } from '../../portal/api/base.api';
import { usePlanGroupsQuery } from '../../portal/plan/plan.api';
import { catalogueOf, type Catalogue } from './catalogue';
import { useMetaQuery } from './meta.api';

interface CatalogueState {
  /** Undefined until it is known what can be asked, and by which groups of the plan. */
  catalogue: Catalogue | undefined;
  failed: boolean;
  reference: string | null;
  retry: () => void;
}

/** What can be asked of a plan's figures. The plan's own groups are left out where they could not be had. */
export function useCatalogue(planId: string | null): CatalogueState {
  const { data, error, isFetching, refetch } = useMetaQuery();
  const groups = usePlanGroupsQuery(planId ?? '', { skip: planId === null });
  const known = groups.isError ? null : groups.currentData;
  const catalogue = useMemo(() => (data && known !== undefined ? catalogueOf(data, known) : undefined), [data, known]);
  return {
    catalogue,
    failed: error !== undefined && !isFetching,
    reference: referenceOf(error),
    retry: () => void refetch(),
  };
}
