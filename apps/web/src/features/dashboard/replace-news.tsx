import type { NewsFile } from '@superscope/contracts/read-models/news';
import { Download, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button as AriaButton, FileTrigger } from 'react-aria-components';
import { FailureText } from '../../portal/api/failure';
import { Button } from '../../ui/button';
import { useReplaceNewsMutation } from './news.api';

/** For Staff and Admin: the file of the news to edit, and its way back. */
export function ReplaceNews({ file }: { file: NewsFile }) {
  const [replace, { isLoading }] = useReplaceNewsMutation();
  const [said, setSaid] = useState<{ text: ReactNode; failed: boolean } | null>(null);
  const send = async (chosen: File | undefined) => {
    if (!chosen) return;
    setSaid(null);
    const content = await parsed(chosen);
    if (content === undefined) return setSaid({ text: 'The file is no JSON.', failed: true });
    try {
      await replace(content).unwrap();
      setSaid({ text: 'News replaced.', failed: false });
    } catch (error) {
      setSaid({ text: <FailureText error={error} otherwise="The news were not replaced." />, failed: true });
    }
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {said && (
        <div role={said.failed ? 'alert' : 'status'} className={`text-sm ${said.failed ? 'text-danger' : 'text-good'}`}>
          {said.text}
        </div>
      )}
      <Button kind="quiet" icon={Download} onClick={() => save(file)}>
        news.json
      </Button>
      <FileTrigger acceptedFileTypes={['application/json']} onSelect={(files) => void send(files?.[0])}>
        <AriaButton
          isDisabled={isLoading}
          className="settle inline-flex h-9 items-center gap-2 rounded-md border border-line-strong bg-surface px-3.5 text-base font-semibold hover:bg-hover data-[disabled]:text-ink-3 pointer-coarse:h-11 print:hidden"
        >
          <Upload size={16} aria-hidden />
          {isLoading ? 'Replacing…' : 'Replace news'}
        </AriaButton>
      </FileTrigger>
    </div>
  );
}

async function parsed(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text()) as unknown;
  } catch {
    return undefined;
  }
}

function save(file: NewsFile) {
  const link = document.createElement('a');
  link.href = `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(file, null, 2))}`;
  link.download = 'news.json';
  link.click();
}
