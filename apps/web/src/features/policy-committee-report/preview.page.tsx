import { Navigate, useParams, useSearchParams } from 'react-router';

/** The address under which other pages open the preview in a tab of its own. */
export function PreviewPage() {
  const { planId = '' } = useParams();
  const [given] = useSearchParams();
  const query = new URLSearchParams(given);
  query.set('planId', planId);
  query.set('preview', 'true');
  return <Navigate to={`/policyCommitteeReport?${query}`} replace />;
}
