import { useAnnouncement } from './announcements';

/** The one place in which screen readers hear of updates, however many cards change. */
export const UpdateAnnouncement = () => (
  <p aria-live="polite" className="sr-only">
    {useAnnouncement()}
  </p>
);
