import { Logo } from '../../ui/logo';
import { useSlow } from '../../ui/states';

/** Shown while a page or the session loads: nothing at first, then the logo. */
export function Opening() {
  const slow = useSlow(true);
  return (
    <div role="status" aria-label="Opening Superscope" className="grid min-h-screen place-items-center">
      {slow && (
        <span className="animate-pulse">
          <Logo size={44} />
        </span>
      )}
    </div>
  );
}
