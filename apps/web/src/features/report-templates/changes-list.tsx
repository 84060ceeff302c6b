import type { TemplateChange } from '@superscope/contracts/report-templates';
import { History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '../../portal/api/failure';
import { QueryStates } from '../../portal/records/query-states';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { dateTime } from '../../ui/format';
import { useBringBackMutation, useTemplateChangesQuery, useTemplateDifferenceQuery } from './report-templates.api';

interface Props {
  templateId: string;
  /** The page whose changes are shown; null shows all of the template. */
  pageId: string | null;
}

const MOST = 20;

/** Who changed what, newest first; an older state can be brought back. */
export function ChangesList({ templateId, pageId }: Props) {
  const changes = useTemplateChangesQuery(templateId);
  const [asked, setAsked] = useState<TemplateChange | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  return (
    <section aria-label="Changes" className="border-t px-5 py-4">
      <h3 className="mb-1 flex items-center gap-2 text-base font-semibold">
        <History size={15} className="text-ink-3" aria-hidden />
        {pageId === null ? 'Changes of this template' : 'Changes of this page'}
      </h3>
      <QueryStates query={changes} what="The changes" className="min-h-24">
        {(all) => {
          const shown = all.filter((change) => pageId === null || change.pageId === pageId);
          const first = shown[0];
          return (
            <>
              <ol className="divide-y">
                {(isWhole ? shown : shown.slice(0, MOST)).map((change) => (
                  <Change
                    key={change.revision}
                    change={change}
                    isNow={change === first}
                    // The same state is brought back by its newest change only.
                    onBringBack={change.canComeBack && change !== first ? () => setAsked(change) : null}
                  />
                ))}
              </ol>
              {!isWhole && shown.length > MOST && (
                <Button className="mt-2" onClick={() => setIsWhole(true)}>
                  Show all {shown.length}
                </Button>
              )}
            </>
          );
        }}
      </QueryStates>
      {asked !== null && (
        <BringBackDialog templateId={templateId} pageId={pageId} change={asked} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}

interface ChangeProps {
  change: TemplateChange;
  isNow: boolean;
  onBringBack: (() => void) | null;
}

const Change = ({ change: { what, from, to, by, at }, isNow, onBringBack }: ChangeProps) => (
  <li className="flex items-start gap-3 py-2.5 text-base">
    <div className="min-w-0 flex-1">
      <p className="font-medium">{what}</p>
      <p className="text-sm text-ink-3">
        {by ?? 'Somebody whose account is gone'}, {dateTime(at)}
      </p>
      {(from !== null || to !== null) && (
        <p className="text-sm text-ink-2 wrap-anywhere">
          {from !== null && <>“{from}”</>}
          {from !== null && to !== null && ' became '}
          {to !== null && <>“{to}”</>}
        </p>
      )}
    </div>
    {isNow ? (
      <span className="text-sm text-ink-3">Now</span>
    ) : (
      onBringBack !== null && (
        <Button kind="quiet" icon={Undo2} aria-label={`Bring back: ${what}, ${dateTime(at)}`} onClick={onBringBack}>
          Bring back
        </Button>
      )
    )}
  </li>
);

interface DialogProps extends Props {
  change: TemplateChange;
  onClose: () => void;
}

/** Shows what would differ before anything is brought back. */
function BringBackDialog({ templateId, pageId, change, onClose }: DialogProps) {
  const asked = { templateId, revision: change.revision, pageId };
  const difference = useTemplateDifferenceQuery(asked);
  const [bringBack, { isLoading, error }] = useBringBackMutation();
  return (
    <ConfirmDialog
      title={pageId === null ? 'Bring back the template of this moment?' : 'Bring back the page of this moment?'}
      action="Bring back"
      cancel="Keep"
      busy={isLoading}
      onClose={onClose}
      onConfirm={() =>
        void bringBack(asked)
          .unwrap()
          .then(onClose, () => undefined)
      }
    >
      <p>
        As it was after “{change.what}”, {dateTime(change.at)}. Every change since stays in the history.
      </p>
      <Failure error={error} otherwise="It could not be brought back. Please try again." className="mt-3" />
      <div className="mt-3 max-h-80 overflow-auto rounded-md border bg-sunken p-3 text-sm">
        <QueryStates query={difference} what="The difference" className="min-h-16">
          {({ now, then }) => {
            const goes = now.filter((line) => !then.includes(line));
            const comes = then.filter((line) => !now.includes(line));
            if (goes.length + comes.length === 0) return <p>Nothing differs in words; the order may.</p>;
            return (
              <ul aria-label="What would differ" className="space-y-1">
                {goes.map((line) => (
                  <li key={`- ${line}`} className="text-danger line-through wrap-anywhere">
                    <span className="sr-only">Goes: </span>
                    {line}
                  </li>
                ))}
                {comes.map((line) => (
                  <li key={`+ ${line}`} className="text-good wrap-anywhere">
                    <span className="sr-only">Comes back: </span>
                    {line}
                  </li>
                ))}
              </ul>
            );
          }}
        </QueryStates>
      </div>
    </ConfirmDialog>
  );
}
