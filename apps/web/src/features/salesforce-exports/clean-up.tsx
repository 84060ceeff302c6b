import { isBatchRunning, type SalesforceBatchRecord } from '@superscope/contracts/salesforce';
import { Archive, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button as MenuButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Failure } from '../../portal/api/failure';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { cx } from '../../ui/class-names';
import { useCleanUpExportsMutation, useSalesforceBatchesQuery } from './salesforce-exports.api';

type Which = 'running' | 'ended';

const NAMES: Record<Which, string> = { running: 'Running and stopped', ended: 'Failed and complete' };

const isOf = (which: Which, { batchStatus }: SalesforceBatchRecord): boolean =>
  (which === 'running') === (isBatchRunning(batchStatus) || batchStatus === 'STOPPED');

/** Takes batches off the lists, after a question with their number. For Admins. */
export function CleanUp({ onDone }: { onDone: (text: string) => void }) {
  const [asked, setAsked] = useState<Which | null>(null);
  return (
    <>
      <MenuTrigger>
        <MenuButton className="settle inline-flex h-8 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-base font-semibold hover:bg-hover pointer-coarse:h-11">
          <Archive size={16} aria-hidden />
          Clean up
          <ChevronDown size={15} className="text-ink-3" aria-hidden />
        </MenuButton>
        <Popover placement="bottom end" className="rounded-md border bg-raised py-1 shadow-pop">
          <Menu aria-label="Clean up" onAction={(which) => setAsked(which as Which)} className="outline-none">
            {(['running', 'ended'] as const).map((which) => (
              <MenuItem
                key={which}
                id={which}
                className={({ isFocused }) =>
                  cx('cursor-pointer px-3.5 py-2 text-base outline-none pointer-coarse:py-3', isFocused && 'bg-hover')
                }
              >
                {NAMES[which]}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {asked !== null && <Question which={asked} onClose={() => setAsked(null)} onDone={onDone} />}
    </>
  );
}

interface QuestionProps {
  which: Which;
  onClose: () => void;
  onDone: (text: string) => void;
}
function Question({ which, onClose, onDone }: QuestionProps) {
  const all = useSalesforceBatchesQuery(true, { refetchOnMountOrArgChange: true });
  const [cleanUp, { isLoading, error }] = useCleanUpExportsMutation();
  const concerned = all.data?.filter((batch) => isOf(which, batch));
  const running = concerned?.filter(({ batchStatus }) => isBatchRunning(batchStatus)).length ?? 0;
  const submit = async () => {
    const { data } = await cleanUp(which);
    if (data === undefined) return;
    onDone(data.batches === 1 ? '1 batch was cleaned up.' : `${data.batches} batches were cleaned up.`);
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Clean up batches: ${NAMES[which].toLowerCase()}?`}
      action="Clean up"
      cancel="Keep"
      busy={isLoading || concerned === undefined}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      {concerned === undefined
        ? 'Counting …'
        : `${concerned.length === 1 ? '1 batch leaves' : `${concerned.length} batches leave`} the list and the history.`}
      {running > 0 && ` ${running === 1 ? 'One of them runs' : `${running} of them run`} and will be stopped.`} What was
      exported stays recorded.
      <Failure error={error} otherwise="Nothing was cleaned up. Please try again." className="mt-3" />
    </ConfirmDialog>
  );
}
