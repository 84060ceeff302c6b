import { useState, type ReactNode } from 'react';
import { FailureText } from '../../portal/api/failure';
import { useSyncStateQuery, useSyncUatMutation } from './microsite-documents.api';

const LOOK_MS = 2_000;

/** What there is to say of the synchronisation that was asked for here. */
interface SyncSaid {
  key: string;
  tone: 'good' | 'attention' | 'danger';
  text: ReactNode;
}

/** Sends the documents to the host for acceptance tests, where this is the production host, and says how it ended. */
export function useSync() {
  const [asked, setAsked] = useState<string | null>(null);
  const [refused, setRefused] = useState<SyncSaid | null>(null);
  const [begin, { isLoading }] = useSyncUatMutation();
  const { data, error, refetch } = useSyncStateQuery(undefined, { pollingInterval: asked === null ? 0 : LOOK_MS });
  const last = data?.last ?? null;
  const state = asked !== null && last?.workId === asked ? last.state : null;
  const ended = state === 'done' || state === 'failed' || state === 'stopped';
  const said: SyncSaid | null =
    state === 'done'
      ? last?.reason == null
        ? { key: asked!, tone: 'good', text: 'Documents Synced with UAT' }
        : { key: asked!, tone: 'attention', text: `Documents Synced with UAT. ${last.reason}` }
      : ended
        ? { key: asked!, tone: 'danger', text: last?.reason ?? 'The documents were not synced with UAT.' }
        : refused;
  return {
    isOffered: data?.isOffered ?? false,
    /** Why it is not known whether there is a button. */
    unread: data === undefined ? error : undefined,
    look: () => void refetch(),
    isBusy: isLoading || (asked !== null && !ended),
    said,
    sync: async () => {
      setRefused(null);
      setAsked(null);
      const answer = await begin();
      if (answer.data !== undefined) setAsked(answer.data.workId);
      else
        setRefused({
          key: 'refused',
          tone: 'danger',
          text: (
            <FailureText error={answer.error} otherwise="The documents were not synced with UAT. Please try again." />
          ),
        });
    },
    close: () => {
      setAsked(null);
      setRefused(null);
    },
  };
}
