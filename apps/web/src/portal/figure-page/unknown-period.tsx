import { useState } from 'react';
import { useLocation } from 'react-router';
import { WrongAddress } from '../../ui/wrong-address';
import { unknownIn } from '../view-address/view-address';

/** Says that the address asks for a period or a comparison that there is not. The page writes its own view into the address at once. */
export function UnknownPeriod() {
  const { search } = useLocation();
  const unknown = unknownIn(search);
  const [seen, setSeen] = useState<{ unknown: string[]; search: string } | null>(null);
  const isNew = unknown.length > 0 && seen?.search !== search;
  if (isNew) setSeen({ unknown, search });
  // A period that the user then chooses ends the message.
  if (seen !== null && unknown.length === 0 && new URLSearchParams(search).has('period')) setSeen(null);
  if (seen === null) return null;
  return (
    <WrongAddress given={seen.unknown} what="a period or a comparison">
      The default is shown instead.
    </WrongAddress>
  );
}
