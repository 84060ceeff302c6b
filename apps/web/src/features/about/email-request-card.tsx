import { Check, Copy, Mail } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf, subjectOf, type EmailRequest } from '../../portal/contact/email-request';
import { usualQuestion, useUnsaved } from '../../portal/leaving/use-unsaved';
import { Button } from '../../ui/button';
import { useCopied } from '../../ui/use-copied';

/** A message to the fund with the plan and the action filled in. The portal sends nothing: the user's own mail program does. */
export function EmailRequestCard({ request }: { request: EmailRequest }) {
  const id = useId();
  const [text, setText] = useState(messageOf(request));
  const [copied, copy] = useCopied();
  const subject = subjectOf(request);
  const message = `${subject}\n\n${text}`;
  const isCopied = copied === message;
  const [mailed, setMailed] = useState<string | null>(null);
  const isTyped = text !== messageOf(request) && !isCopied && mailed !== message;
  useUnsaved(
    isTyped
      ? {
          ...usualQuestion,
          question: 'Your message is not sent yet. Leave this page?',
          title: 'Your message is not sent yet',
          leave: 'Leave without sending',
        }
      : null,
  );
  const mail = `mailto:${request.to ?? ''}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  return (
    <section aria-label="Your message" className="card p-4">
      <dl className="space-y-1 text-base">
        <div>
          <dt className="inline font-semibold text-ink">To: </dt>
          <dd className="inline">
            {request.manager === null
              ? `Your consultant at ${request.fund}`
              : `${request.manager}, your ${(request.title ?? 'relationship manager').toLowerCase()} at ${request.fund}`}
            {request.to !== null && `, ${request.to}`}
          </dd>
        </div>
        <div>
          <dt className="inline font-semibold text-ink">About: </dt>
          <dd className="inline">{subject}</dd>
        </div>
      </dl>
      <label htmlFor={id} className="mt-3 block text-base font-semibold text-ink">
        Message
      </label>
      <textarea
        id={id}
        rows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="settle mt-1 block w-full rounded-md border border-line-strong bg-surface px-3 py-2 text-base text-ink outline-none focus:border-focus focus:outline-2 focus:outline-offset-1 focus:outline-focus pointer-coarse:text-[16px]"
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <a
          href={mail}
          onClick={() => setMailed(message)}
          className="settle inline-flex h-9 items-center gap-2 rounded-md bg-brand px-3.5 text-base font-semibold text-on-brand hover:bg-brand-hover pointer-coarse:h-11"
        >
          <Mail size={16} aria-hidden />
          Open in your mail program
        </a>
        <Button icon={isCopied ? Check : Copy} onClick={() => copy(message)}>
          {isCopied ? 'Copied' : 'Copy the message'}
        </Button>
      </div>
      <p className="mt-3 text-sm text-ink-3">
        Nothing is sent from here, and no member is named. The fund knows whom it concerns.
      </p>
    </section>
  );
}
