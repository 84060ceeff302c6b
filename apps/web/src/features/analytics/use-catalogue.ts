import { useMemo } from 'react';
import { referenceOf } from '../../portal/api/base.api';
import { usePlanGroupsQuery } from '../../portal/plan/plan.api';
import { catalogueOf, type Catalogue } from './catalogue';
import { useMetaQuery } from './meta.api';

interface CatalogueState {
  /** Undefined until the metrics and the plan's groups have loaded. */
  catalogue: Catalogue | undefined;
  failed: boolean;
  reference: string | null;
  retry: () => void;
}

/** The possible questions about a plan's figures. The plan's groups are left out if they could not be loaded. */
export function useCatalogue(planId: string | null, onePayroll: boolean): CatalogueState {
  const { data, error, isFetching, refetch } = useMetaQuery();
  const groups = usePlanGroupsQuery(planId ?? '', { skip: planId === null });
  const known = groups.isError ? null : groups.currentData;
  const catalogue = useMemo(
    () => (data && known !== undefined ? catalogueOf(data, known, onePayroll) : undefined),
    [data, known, onePayroll],
  );
  return {
    catalogue,
    failed: error !== undefined && !isFetching,
    reference: referenceOf(error),
    retry: () => void refetch(),
  };
}
