import { Bell, ChevronDown, KeyRound, LogOut, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from 'react-aria-components';
import { Link, useNavigate } from 'react-router';
import { mayLeave } from '../../portal/leaving/leaving';
import { leave } from '../../portal/session/leave';
import { displayName, may, roleName, type User } from '../../portal/user/user';
import { useStoreDispatch } from '../../portal/state';
import { Button } from '../../ui/button';
import { onDemand } from '../../ui/on-demand';
import type { Opened } from '../../ui/opener';
import { PopUp } from '../../ui/pop-up';
import { Segmented } from '../../ui/segmented';
import { chooseTheme, useThemeChoice } from '../../ui/theme';

// The rules of its request come with it, which the rest of the pop-up does not need.
const ChangePasswordForm = onDemand(async () => (await import('./change-password.form')).ChangePasswordForm);

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The pop-up of the user's button in the header. */
export const UserPopUp = ({ user, ...opened }: Opened & { user: User }) => (
  <PopUp {...opened} placement="bottom end" offset={8} className="w-80">
    <Dialog aria-label="User menu" className="p-4 outline-none">
      <MenuContent user={user} onLeave={opened.onClose} />
    </Dialog>
  </PopUp>
);

function MenuContent({ user, onLeave }: { user: User; onLeave: () => void }) {
  const dispatch = useStoreDispatch();
  const navigate = useNavigate();
  const theme = useThemeChoice();
  const [changing, setChanging] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const logOut = async () => {
    if (!(await mayLeave())) return;
    setLeaving(true);
    void dispatch(leave()).then(() => navigate('/login', { replace: true }));
  };
  return (
    <>
      <p className="wrap-anywhere text-md font-semibold">{displayName(user)}</p>
      <p className="text-sm text-ink-3">
        {user.username} · {roleName(user.role)}
      </p>
      {may(user, 'watches.own') && (
        <div className="mt-4 border-t pt-4">
          <Link
            to="/watches"
            onClick={onLeave}
            className="flex items-center gap-2 rounded-md text-base font-semibold hover:underline pointer-coarse:h-11"
          >
            <Bell size={16} className="text-ink-3" aria-hidden />
            My watches
          </Link>
        </div>
      )}
      <div className="mt-4 flex items-center justify-between gap-3 border-t pt-4">
        <span className="text-base font-medium">Theme</span>
        <Segmented label="Theme" options={THEMES} value={theme} onChange={chooseTheme} />
      </div>
      <div className="mt-4 border-t pt-4">
        <button
          type="button"
          aria-expanded={changing}
          onClick={() => setChanging(!changing)}
          className="flex w-full items-center gap-2 rounded-md text-base font-semibold pointer-coarse:h-11"
        >
          <KeyRound size={16} className="text-ink-3" aria-hidden />
          <span className="flex-1 text-left">Change password</span>
          <ChevronDown size={15} className={changing ? 'rotate-180 text-ink-3' : 'text-ink-3'} aria-hidden />
        </button>
        {changing && (
          <div className="mt-3">
            <ChangePasswordForm />
          </div>
        )}
        <Link
          to="/two-step"
          onClick={onLeave}
          className="mt-3 flex items-center gap-2 rounded-md text-base font-semibold hover:underline pointer-coarse:mt-0 pointer-coarse:h-11"
        >
          <Smartphone size={16} className="text-ink-3" aria-hidden />
          Two-step sign-in
        </Link>
      </div>
      <div className="mt-4 border-t pt-4">
        <Button icon={LogOut} className="w-full" onClick={() => void logOut()} disabled={leaving}>
          {leaving ? 'Logging out…' : 'Log out'}
        </Button>
      </div>
    </>
  );
}
