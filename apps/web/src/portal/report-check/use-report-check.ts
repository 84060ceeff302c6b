import { reportCodeText, type ReportCheck } from '@superscope/contracts/report-check';
import { useState } from 'react';
import { z } from 'zod';
import { useRequestForm } from '../forms/use-request-form';
import { inGroups } from './in-groups';
import { useCheckReportMutation, type Checked } from './report-check.api';

const request = z.strictObject({ code: reportCodeText });

/** A check that was made while the page is open. */
export interface Lately {
  key: string;
  name: string;
  /** What a press on it checks again; null for a file, which the page does not keep. */
  code: string | null;
  isGenuine: boolean;
  at: string;
}
const MOST_LATELY = 5;

/** Checking reports by their PDF or their code, and what came out. */
export function useReportCheck() {
  const [check, { isLoading }] = useCheckReportMutation();
  const [found, setFound] = useState<{ key: string; check: ReportCheck } | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [lately, setLately] = useState<readonly Lately[]>([]);
  const take = async (of: Checked) => {
    setFailed(null);
    const answer = await check(of).unwrap();
    const key = crypto.randomUUID();
    setFound({ key, check: answer });
    const name = 'code' in of ? inGroups(of.code) : of.file.name;
    const isGenuine = answer.report !== null && answer.unchanged !== 'no';
    const one = { key, name, code: 'code' in of ? of.code : null, isGenuine, at: new Date().toISOString() };
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
