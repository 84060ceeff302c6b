import { leastPasswordLength } from '@superscope/contracts/password-rule';
import { cx } from '../../ui/class-names';
import type { Strength } from '@superscope/contracts/password-strength';

const NAMES = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

export const StrengthMeter = ({ password, strength }: { password: string; strength: Strength | null }) => {
  const shown = password === '' ? 0 : (strength ?? 0);
  const name =
    password === '' ? `At least ${leastPasswordLength} characters` : strength === null ? '' : NAMES[strength];
  return (
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
  );
};
