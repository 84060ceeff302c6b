import { leastPasswordLength, type PasswordRule } from '@superscope/contracts/password-rule';
import type { Rating } from '@superscope/contracts/password-strength';
import { cx } from '../../ui/class-names';

const NAMES = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

interface Props {
  password: string;
  rating: Rating | null;
  /** Undefined while it is not known. */
  rule: PasswordRule | undefined;
}

/** The strength of a typed password, and what would make a weak one better. */
export const StrengthMeter = ({ password, rating, rule }: Props) => {
  const least = `At least ${rule?.leastLength ?? leastPasswordLength} characters`;
  const shown = password === '' ? 0 : (rating?.strength ?? 0);
  const name = password === '' ? least : rating === null ? '' : NAMES[rating.strength];
  const isShort = password !== '' && password.length < (rule?.leastLength ?? leastPasswordLength);
  const hint = rating?.buildsOnOwnWords
    ? 'It builds on your name, the portal’s or the fund’s, which are tried first.'
    : isShort
      ? least
      : null;
  return (
    <>
      <div
        role="meter"
        aria-label="Password strength"
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={shown}
        aria-valuetext={name || 'Checking'}
        className="mt-1.5 flex items-center gap-2 text-sm text-ink-2"
      >
        <span className="flex flex-1 gap-1">
          {[1, 2, 3, 4].map((step) => (
            <span
              key={step}
              className={cx(
                'settle h-1.5 flex-1 rounded-full',
                shown < step ? 'bg-track' : shown < 3 ? 'bg-attention' : 'bg-plot',
              )}
            />
          ))}
        </span>
        <span className="min-w-16 text-right">{name}</span>
      </div>
      <p role="status" className="text-sm text-ink-2 not-empty:mt-1">
        {hint}
      </p>
    </>
  );
};
