import { Menu } from 'lucide-react';
import { onDemand } from '../../ui/on-demand';
import { Opener } from '../../ui/opener';

const DrawnMenu = onDemand(async () => (await import('./drawn-menu')).DrawnMenu);

/** The sidebar of narrow screens, behind a button. */
export const MenuDrawer = () => (
  <Opener
    opens="dialog"
    label="Open menu"
    reach={DrawnMenu.reach}
    popUp={({ onClose }) => <DrawnMenu onClose={onClose} />}
    className="-ml-1 grid size-9 shrink-0 place-items-center rounded-md hover:bg-hover lg:hidden pointer-coarse:size-11"
  >
    <Menu size={20} aria-hidden />
  </Opener>
);
