import { Lock, Play, type LucideIcon } from 'lucide-react';
import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../ui/button';
import { Segmented } from '../../ui/segmented';
import { TextField } from '../../ui/text-field';
import { asksForUnread } from '../../ui/unread-fields';

/** Whether a member of the fund is calculated for, or somebody who is none yet. */
export type MemberMode = 'existing' | 'new';

const MODES = [
  { value: 'existing', label: 'Existing member' },
  { value: 'new', label: 'New member' },
] as const;

interface RunProps {
  label: string;
  /** What the run still needs, in the order of the form. */
  needed: readonly string[];
  busy: boolean;
  /** The words of the button that runs it. */
  action: string;
  onRun: () => void;
  children: ReactNode;
}

interface Props extends RunProps {
  mode: MemberMode;
  onMode: (mode: MemberMode) => void;
}

/** What a calculator is asked. */
export const CalculatorForm = ({ mode, onMode, children, ...run }: Props) => (
  <RunForm {...run} icon={Play}>
    <div className="px-5 pt-4">
      <Segmented label="Member" options={MODES} value={mode} onChange={onMode} />
    </div>
    {children}
  </RunForm>
);

/** A form that runs something once nothing is needed any more: by its button, or by Enter. */
export function RunForm({ label, needed, busy, action, icon, onRun, children }: RunProps & { icon: LucideIcon }) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (asksForUnread(event.currentTarget) || needed.length > 0 || busy) return;
    // A field that shows an error, such as a date out of its range, has a value that is not to be calculated with.
    const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong === null) onRun();
    else wrong.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="card" aria-label={label}>
      {children}
      <div className="border-t px-5 py-3.5">
        {needed.length > 0 && (
          <p id="still-needed" className="mb-2 text-sm text-ink-2">
            Still needed: {needed.join(', ')}.
          </p>
        )}
        <Button
          type="submit"
          kind="primary"
          icon={icon}
          busy={busy}
          disabled={needed.length > 0}
          aria-describedby={needed.length > 0 ? 'still-needed' : undefined}
          className="w-full"
        >
          {action}
        </Button>
      </div>
    </form>
  );
}

/** A field that follows from others. */
export const LockedField = ({ label, value, placeholder }: { label: string; value: string; placeholder?: string }) => (
  <TextField
    compact
    readOnly
    label={label}
    value={value}
    placeholder={placeholder}
    title={value}
    className="truncate text-ink-2"
    after={<Lock size={15} className="mr-3 shrink-0 text-ink-3" aria-hidden />}
  />
);
