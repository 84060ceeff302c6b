import { useAnnouncement } from './announcements';

/** The only live region in which screen readers announce updates, however many cards change. */
export const UpdateAnnouncement = () => (
  <p aria-live="polite" className="sr-only">
    {useAnnouncement()}
  </p>
);
