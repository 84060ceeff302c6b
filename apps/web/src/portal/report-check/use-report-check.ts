import { reportCodeText, type ReportCheck } from '@superscope/contracts/report-check';
import { useState } from 'react';
import { z } from 'zod';
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

/** Checking reports by their PDF or their code, and what came out. */
export function useReportCheck() {
  const [check, { isLoading }] = useCheckReportMutation();
  const [found, setFound] = useState<{ key: string; check: ReportCheck; by: CheckedBy } | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const username = useStoreState(({ session }) => session.user?.username ?? '');
  const [lately, setLately] = useState(() => latelyOf(username));
  const take = async (of: Checked) => {
    setFailed(null);
    const answer = await check(of).unwrap();
    const key = crypto.randomUUID();
    const by = 'code' in of ? 'code' : 'file';
    setFound({ key, check: answer, by });
    const name = 'code' in of ? inGroups(of.code) : of.file.name;
    const is = verdictOf(answer, by);
    const one = { key, name, code: 'code' in of ? of.code : null, is, at: new Date().toISOString() };
    setLately(withChecked(username, one));
  };
  const form = useRequestForm({
    schema: request,
    values: { code: '' },
    send: take,
    failed: 'The report was not checked. Please try again.',
  });
  return {
    form,
    found,
    failed,
    lately,
    isChecking: isLoading,
    close: () => setFailed(null),
    takeFile: (file: File) => void take({ file }).catch(setFailed),
    takeCode: (code: string) => {
      form.set('code', code);
      void take({ code }).catch(setFailed);
    },
  };
}
