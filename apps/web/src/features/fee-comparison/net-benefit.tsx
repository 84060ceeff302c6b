import type { FeeComparisonRequest } from '@superscope/contracts/fee-comparison';
import { useState } from 'react';
import { NotLoaded } from '../../portal/api/not-loaded';
import { BenefitResult } from '../../portal/fees/benefit-result';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { Bone, Skeleton } from '../../ui/states';
import { useNetBenefitQuery } from './fee-comparison.api';
import { OtherInvestments, otherIdsOf, type Other } from '../../portal/fees/other-investments';

interface Props {
  /** What was compared; two more investments may stand beside. */
  request: FeeComparisonRequest;
  dimmed: boolean;
}

/** Fees, past returns, risk and projected balances of two to four investments. */
export function NetBenefit({ request, dimmed }: Props) {
  const [others, setOthers] = useState<readonly Other[]>([]);
  const taken = [...(request.assetId == null ? [] : [request.assetId]), request.comparisonAssetId];
  const otherAssetIds = otherIdsOf(others, taken);
  const answer = useNetBenefitQuery({ ...request, otherAssetIds });
  const found = answer.currentData;
  return (
    <div
      className={cx('settle min-w-0', (dimmed || answer.isFetching) && 'opacity-50')}
      aria-busy={dimmed || answer.isFetching}
    >
      <OtherInvestments others={others} taken={taken} onChange={setOthers} />
      {answer.isError && !answer.isFetching ? (
        <Card className="mt-4">
          <NotLoaded error={answer.error} what="The net benefit" onRetry={() => void answer.refetch()} />
        </Card>
      ) : found === undefined ? (
        <Skeleton label="the net benefit" className="card mt-4 space-y-3 p-5">
          <Bone className="h-5 w-40" />
          <Bone className="h-64 w-full" />
        </Skeleton>
      ) : (
        <BenefitResult of={found} />
      )}
    </div>
  );
}
