import { reportCodeText, type ReportCheck } from '@superscope/contracts/report-check';
import { useState } from 'react';
import { z } from 'zod';
import { useRequestForm } from '../forms/use-request-form';
import { inGroups } from './in-groups';
import { useCheckReportMutation, type Checked } from './report-check.api';

const request = z.strictObject({ code: reportCodeText });

/** `genuine` needs the file: by a code alone, only the kept file is known. */
type Verdict = 'genuine' | 'madeHere' | 'other';

/** A check that was made while the page is open. */
export interface Lately {
  key: string;
  name: string;
  /** What a press on it checks again; null for a file, which the page does not keep. */
  code: string | null;
  is: Verdict;
  at: string;
}
const MOST_LATELY = 5;

/** By what a report was checked. */
export type CheckedBy = 'file' | 'code';

function verdictOf({ report, unchanged }: ReportCheck, by: CheckedBy): Verdict {
  if (report === null || unchanged === 'no') return 'other';
  return by === 'file' && unchanged === 'yes' ? 'genuine' : 'madeHere';
}

/** Checking reports by their PDF or their code, and what came out. */
export function useReportCheck() {
  const [check, { isLoading }] = useCheckReportMutation();
  const [found, setFound] = useState<{ key: string; check: ReportCheck; by: CheckedBy } | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [lately, setLately] = useState<readonly Lately[]>([]);
  const take = async (of: Checked) => {
    setFailed(null);
    const answer = await check(of).unwrap();
    const key = crypto.randomUUID();
    const by = 'code' in of ? 'code' : 'file';
    setFound({ key, check: answer, by });
    const name = 'code' in of ? inGroups(of.code) : of.file.name;
    const is = verdictOf(answer, by);
    const one = { key, name, code: 'code' in of ? of.code : null, is, at: new Date().toISOString() };
    setLately((before) => [one, ...before.filter((each) => each.name !== name)].slice(0, MOST_LATELY));
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
