import type { SentCode } from '@superscope/contracts/authentication';
import { MailCheck, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';

/** The masked address that the code was sent to, and how long it is valid. */
export const CodeSent = ({ code }: { code: SentCode | undefined }) => (
  <div role="status" className="flex gap-3 rounded-md border border-info-line bg-info-soft p-3.5 text-base">
    <MailCheck size={19} className="mt-0.5 shrink-0 text-info" aria-hidden />
    <div className="min-w-0">
      <b className="font-semibold">Check your email for an MFA code.</b>
      <span className="block break-words text-ink-2">
        {code
          ? `We sent six digits to ${code.sentTo}. They work for ${code.worksForMinutes} minutes.`
          : 'Then sign in with your password and the code.'}
      </span>
    </div>
  </div>
);

/** The hint for codes that come from the user's authenticator app. */
export const CodeInApp = () => (
  <div role="status" className="flex gap-3 rounded-md border border-info-line bg-info-soft p-3.5 text-base">
    <Smartphone size={19} className="mt-0.5 shrink-0 text-info" aria-hidden />
    <div className="min-w-0">
      <b className="font-semibold">Open your authenticator app.</b>
      <span className="block text-ink-2">It shows six digits for Superscope. They change every half minute.</span>
    </div>
  </div>
);

/** Offers another code once the server allows it. Remounts with each answer, which contains that time. */
export function NewCode({ afterSeconds, onSend }: { afterSeconds: number; onSend: () => void }) {
  const [until] = useState(() => Date.now() + afterSeconds * 1000);
  const [left, setLeft] = useState(afterSeconds);
  const waits = left > 0;
  useEffect(() => {
    if (!waits) return undefined;
    const tick = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 1000);
    return () => clearInterval(tick);
  }, [until, waits]);
  return (
    <p className="text-sm text-ink-3">
      Nothing there? Look in junk mail{waits ? '. ' : ', or '}
      {waits ? (
        `A new code can be sent in ${left} ${left === 1 ? 'second' : 'seconds'}.`
      ) : (
        <>
          <button type="button" className="link hover:underline" onClick={onSend}>
            send a new code
          </button>
          .
        </>
      )}
    </p>
  );
}
