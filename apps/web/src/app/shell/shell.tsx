import { Outlet } from 'react-router';
import { useChanges } from '../../portal/changes/use-changes';
import { SavedNote } from '../../portal/forms/saved-note';
import { LeavingQuestion } from '../../portal/leaving/leaving-question';
import { useTopOfPage } from '../../portal/scroll/use-top-of-page';
import { UpdateAnnouncement } from '../../portal/updates/announcement';
import { PasswordUnchanged } from '../../portal/session/password-unchanged';
import { useSessionCheck } from '../../portal/session/use-session-check';
import { staleTags } from '../features';
import { Header } from './header';
import { useScreenTimes } from './screen-times';
import { NextPages } from './next-pages';
import { Sidebar } from './sidebar';

/** The frame around every page of a signed-in user. */
export function Shell() {
  useChanges(staleTags);
  useSessionCheck();
  useScreenTimes();
  useTopOfPage();
  return (
    // The header comes first in tab order, and is drawn beside the sidebar.
    <div className="grid min-h-screen print:block grid-rows-[auto_1fr] lg:grid-cols-[232px_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-brand px-4 py-2 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:left-3 focus:top-3"
      >
        Skip to content
      </a>
      <div className="min-w-0 lg:col-start-2 lg:row-start-1 print:hidden">
        <Header />
      </div>
      <Sidebar />
      <UpdateAnnouncement />
      <LeavingQuestion />
      <SavedNote />
      <NextPages />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full min-w-0 max-w-[1384px] px-4 pb-10 pt-5 outline-none lg:col-start-2 lg:row-start-2 lg:px-8 lg:pt-6 print:max-w-none print:p-0"
      >
        <PasswordUnchanged className="mb-5 print:hidden" />
        <Outlet />
      </main>
    </div>
  );
}
