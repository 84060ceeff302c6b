import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { forgetPath, intendedPath, keptQuery } from '../portal/session/intended-path';
import { Opening } from '../portal/session/opening';

/** /!redirect: leads to the page that the user requested before signing in, otherwise to the start page with the query kept. */
export function IntendedRedirect() {
  const { search } = useLocation();
  const [to] = useState(() => intendedPath() ?? `/${keptQuery(search)}`);
  useEffect(forgetPath, []);
  return (
    <>
      <Navigate to={to} replace />
      <Opening />
    </>
  );
}
