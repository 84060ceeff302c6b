import { cx } from '../../ui/class-names';

/** Explains the letters over a chart. */
export const CampaignKey = () => (
  <ul aria-label="Campaign markers" className="inline-flex items-center gap-3 text-sm text-ink-3">
    {[
      ['R', 'Report', 'bg-ink-2'],
      ['E', 'Email campaign', 'bg-info'],
    ].map(([letter, name, ground]) => (
      <li key={letter} className="inline-flex items-center gap-1.5">
        <b
          className={cx(
            'grid h-4 min-w-4 place-items-center rounded-full px-1 text-[11px] font-semibold text-surface',
            ground,
          )}
        >
          {letter}
        </b>
        {name}
      </li>
    ))}
  </ul>
);
