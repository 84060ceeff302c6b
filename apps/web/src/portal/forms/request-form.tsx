import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from '../../ui/class-names';
import { MessageBox } from '../../ui/message-box';
import { Reference } from '../../ui/states';
import { submitByKeys } from '../../ui/submit-by-keys';
import { ChangedMeanwhile } from './changed-meanwhile';
import type { DrawnForm } from './use-request-form';

const FIRST_WRONG = '[aria-invalid="true"], [data-wrong] input';

interface Props {
  form: DrawnForm;
  /** The name of the form for screen readers. */
  label?: string;
  /** How its button is called. */
  action?: string;
  /** Whether the page gives Ctrl+Enter a meaning of its own. */
  ownKeys?: boolean;
  className?: string;
  children: ReactNode;
}

/** A form on a page. Ctrl+Enter submits it. */
export const RequestForm = ({ form, label, action, ownKeys = false, className, children }: Props) => (
  <form
    noValidate
    onSubmit={form.submit}
    onKeyDown={ownKeys ? undefined : submitByKeys}
    aria-label={label}
    className={className}
  >
    <FormFields form={form} action={action}>
      {children}
    </FormFields>
  </form>
);

/** The fields of a form under what is wrong with it as a whole. The first wrong field takes the focus. */
export function FormFields({
  form: { refusal, misses, newer, inWords, isGivenBack, isBusy, drawnIn },
  action,
  children,
}: Pick<Props, 'form' | 'children'> & { action?: string | undefined }) {
  const fields = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    if (misses > 0) fields.current?.querySelector<HTMLElement>(FIRST_WRONG)?.focus();
  }, [misses]);
  useEffect(() => {
    // On a phone the button that was pressed may stand far below.
    if (refusal.messages.length > 0 || newer !== null) fields.current?.scrollIntoView({ block: 'nearest' });
  }, [refusal, newer]);
  return (
    <div
      ref={(div) => {
        fields.current = div;
        drawnIn(div);
      }}
      className="space-y-4"
    >
      {refusal.messages.map((message) => (
        <div key={`${refusal.nth} ${message}`} className={cx('settle', isBusy && 'opacity-50')}>
          <MessageBox tone="danger">
            {message}
            <Reference id={refusal.reference} className="mt-1" />
          </MessageBox>
        </div>
      ))}
      {isGivenBack && (
        <MessageBox tone="info" stays>
          The session had ended. What you typed is still here, and is not saved yet.
        </MessageBox>
      )}
      {newer !== null && <ChangedMeanwhile newer={newer} action={action} inWords={inWords} />}
      {children}
    </div>
  );
}
