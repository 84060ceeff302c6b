import { reportCodeText, type ReportCheck } from '@superscope/contracts/report-check';
import { useState } from 'react';
import { z } from 'zod';
import { useNewest } from '../../ui/use-newest';
import { newId } from '../api/base.api';
import { useRequestForm } from '../forms/use-request-form';
import { useStoreState } from '../state';
import { inGroups } from './in-groups';
import { latelyOf, withChecked, type Lately } from './lately';
import { useCheckReportMutation, type Checked } from './report-check.api';

const request = z.strictObject({ code: reportCodeText });

/** By what a report was checked. */
export type CheckedBy = 'file' | 'code';

function verdictOf({ report, unchanged }: ReportCheck, by: CheckedBy): Lately['is'] {
  if (report === null || unchanged === 'no') return 'other';
  return by === 'file' && unchanged === 'yes' ? 'genuine' : 'madeHere';
}

const nameOf = (of: Checked): string => ('code' in of ? inGroups(of.code) : of.file.name);

/** Checking reports by their PDF or their code, and what came out. A new check clears what the one before said, and its answer if it is late. */
export function useReportCheck() {
  const [check] = useCheckReportMutation();
  const begin = useNewest();
  const [found, setFound] = useState<{ key: string; check: ReportCheck; by: CheckedBy } | null>(null);
  const [checking, setChecking] = useState<{ name: string; by: CheckedBy } | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const username = useStoreState(({ session }) => session.user?.username ?? '');
  const [lately, setLately] = useState(() => latelyOf(username));
  const take = async (of: Checked) => {
    const signal = begin();
    const by = 'code' in of ? 'code' : 'file';
    const name = nameOf(of);
    setFound(null);
    setFailed(null);
    setChecking({ name, by });
    const sent = check(of);
    signal.addEventListener('abort', () => sent.abort());
    try {
      const answer = await sent.unwrap();
      if (signal.aborted) return;
      const key = newId();
      setFound({ key, check: answer, by });
      const is = verdictOf(answer, by);
      const one = { key, name, code: 'code' in of ? of.code : null, is, at: new Date().toISOString() };
      setLately(withChecked(username, one));
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (!signal.aborted) setChecking(null);
    }
  };
  const form = useRequestForm({
    of: null,
    saved: null,
    schema: request,
    values: { code: '' },
    send: take,
    failed: 'The report was not checked. Please try again.',
    // It is checked, and saved nowhere.
    unsaved: null,
  });
  return {
    form,
    found,
    failed,
    lately,
    checking,
    close: () => setFailed(null),
    takeFile: (file: File) => {
      // What was said of a code is not said of the file.
      form.reset();
      void take({ file }).catch(setFailed);
    },
    takeCode: (code: string) => {
      form.reset();
      form.set('code', code);
      void take({ code }).catch(setFailed);
    },
  };
}
