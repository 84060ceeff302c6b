import type { BuildInfo } from '@superscope/contracts/build-info';
import { GitCommitHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { cx } from '../../ui/class-names';
import { dateTime } from '../../ui/format';

const partsOf = ({ git: { commit }, build }: BuildInfo) => [
  ...(commit.id ? [`Commit ${commit.id}${commit.time ? `, ${dateTime(commit.time)}` : ''}`] : []),
  ...(build.time ? [`Built ${dateTime(build.time)}`] : []),
];

/**
 * Shows staff the running build under the header while the pointer or the keyboard focus is in the header. It takes no room, so that
 * nothing moves. Touch screens cannot hover, so they get a button.
 */
export function BuildStrip({ info }: { info: BuildInfo }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const parts = partsOf(info);
  return (
    <>
      <button
        type="button"
        aria-label="Build information"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        onBlur={() => setOpen(false)}
        className="grid size-9 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover lg:hidden pointer-coarse:grid pointer-coarse:size-11"
      >
        <GitCommitHorizontal size={18} aria-hidden />
      </button>
      <p
        id={id}
        className={cx(
          'pointer-events-none absolute right-2 top-full z-30 max-w-[calc(100%-1rem)] wrap-anywhere rounded-b-md border border-t-0 bg-raised px-3 py-1.5 text-xs text-ink-2 shadow-pop group-hover:visible group-has-[:focus-visible]:visible lg:right-8',
          !open && 'invisible',
        )}
      >
        {parts.length > 0 ? parts.join(' · ') : `Version ${info.build.version}`}
      </p>
    </>
  );
}
