import type {
  Template,
  TemplateChangedSince,
  TemplateRequest,
  TemplateSaved,
} from '@superscope/contracts/report-templates';
import { useRef, useState } from 'react';
import { useHeldInput, useHolding } from '../../portal/forms/held-input';
import { statusOf } from '../../portal/api/base.api';
import { useSaveTemplateMutation } from './report-templates.api';

export type Newer = Required<TemplateChangedSince>;

const newerOf = (error: unknown): Newer | null => {
  const data = (error as { data?: Partial<TemplateChangedSince> } | undefined)?.data;
  return statusOf(error) === 409 && data?.changes !== undefined && data.revision !== undefined ? (data as Newer) : null;
};

/**
 * Saves parts of a template at the revision that its editor was read at. A save that another person's change refuses is told by `newer`;
 * after that the editor has seen the change, and saving again puts its text over theirs. `of` is the part.
 */
export function useTemplateSave(of: string, template: Template) {
  const [save] = useSaveTemplateMutation();
  const [newer, setNewer] = useState<Newer | null>(null);
  /** The revision after this editor's last save, which is known before the template is read again. */
  const own = useRef(0);
  /** What was typed in is of this revision, because another person changed the same field since. */
  const held = useRef<number | null>(null);
  const told = useRef(-1);
  const seen = `${of}, its revision`;
  const read = useRef(useHeldInput<number>(seen) ?? template.revision);
  useHolding(seen, () => held.current ?? Math.max(read.current, own.current));
  return {
    newer,
    /** Called when the template was read again; `isOverwritten` where a typed field was changed by somebody else. */
    followed: (isOverwritten: boolean) => {
      if (isOverwritten && template.revision > told.current) held.current ??= Math.max(read.current, own.current);
      read.current = template.revision;
    },
    /** Nothing that is typed stands against another person's change. */
    settled: () => {
      held.current = null;
      setNewer(null);
    },
    send: async (request: Omit<TemplateRequest, 'revision'>): Promise<TemplateSaved> => {
      const revision = held.current ?? Math.max(template.revision, own.current);
      const answer = await save({ ...request, revision }).unwrap();
      own.current = Number(answer.revision);
      held.current = null;
      setNewer(null);
      return answer;
    },
    onRefused: (error: unknown): boolean => {
      const found = newerOf(error);
      setNewer(found);
      if (found === null) return false;
      held.current = null;
      told.current = found.revision;
      return true;
    },
  };
}
