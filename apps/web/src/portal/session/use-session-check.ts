import { useEffect } from 'react';
import { useStoreDispatch } from '../state';
import { recheckSession } from './session.api';

/** Another tab may have signed out, or signed in another user, while this one was hidden. */
export function useSessionCheck() {
  const dispatch = useStoreDispatch();
  useEffect(() => {
    const check = () => {
      if (!document.hidden) void dispatch(recheckSession());
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, [dispatch]);
}
