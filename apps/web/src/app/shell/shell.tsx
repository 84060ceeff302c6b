import { Outlet } from 'react-router';
import { useChanges } from '../../portal/changes/use-changes';
import { useTopOfPage } from '../../portal/scroll/use-top-of-page';
import { PasswordUnchanged } from '../../portal/session/password-unchanged';
import { useSessionCheck } from '../../portal/session/use-session-check';
import { staleTags } from '../features';
import { Header } from './header';
import { Sidebar } from './sidebar';

/** The frame around every page of somebody signed in. */
export function Shell() {
  useChanges(staleTags);
  useSessionCheck();
  useTopOfPage();
  return (
    <div className="flex min-h-screen">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-brand px-4 py-2 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:left-3 focus:top-3"
      >
        Skip to content
      </a>
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <Header />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1384px] flex-1 px-4 pb-10 pt-5 outline-none lg:px-8 lg:pt-6"
        >
          <PasswordUnchanged className="mb-5" />
          <Outlet />
        </main>
      </div>
    </div>
  );
}
