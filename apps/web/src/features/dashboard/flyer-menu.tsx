import { Menu, MenuItem } from 'react-aria-components';
import type { Opened } from '../../ui/opener';
import { PopUp } from '../../ui/pop-up';

interface Props extends Opened {
  files: readonly string[];
  onChoose: (file: string) => void;
}

/** Several flyers of a plan, of which one is downloaded. */
export const FlyerMenu = ({ files, onChoose, trigger, onClose }: Props) => (
  <PopUp trigger={trigger} onClose={onClose} placement="bottom end" offset={8} className="">
    <Menu
      aria-label="Plan details flyer"
      autoFocus="first"
      onClose={onClose}
      onAction={(file) => onChoose(String(file))}
      className="max-h-80 min-w-64 py-1 outline-none"
    >
      {files.map((file) => (
        <MenuItem
          key={file}
          id={file}
          className="cursor-pointer wrap-anywhere px-3.5 py-2 text-base text-ink outline-none data-[focused]:bg-brand-soft pointer-coarse:py-3"
        >
          {file}
        </MenuItem>
      ))}
    </Menu>
  </PopUp>
);
