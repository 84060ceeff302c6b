import type { ReactNode } from 'react';
import { cx } from '../../ui/class-names';
import { Ring } from '../../ui/ring';
import type { Cell } from '../analytics/result';
import { ShareFigure } from './figure';

interface Props {
  of: Cell;
  digits?: number;
  /** The range of others, as of `Ring`. */
  between?: readonly [number, number] | null | undefined;
  size?: number;
  width?: number;
  /** For a ring inside another ring. */
  small?: boolean;
  /** Drawn under the figure. */
  children?: ReactNode;
}

/** A share as a ring around its figure, hatched where it is not published. */
export function ShareRing({ of, digits = 1, between, size = 76, width = 8, small = false, children }: Props) {
  const long = 'mx-auto block w-14 text-center text-[11px] font-semibold leading-3';
  return (
    <Ring
      ratio={of.value === null ? null : of.value / 100}
      least={of.about === 'least'}
      between={between}
      size={size}
      width={width}
    >
      <span>
        <ShareFigure
          of={of}
          digits={digits}
          className={cx('mx-auto block w-fit font-semibold text-md', small && 'leading-4')}
          longClassName={long}
          aboutClassName={small ? long : 'mx-auto block w-15 text-center text-xs font-semibold leading-[14px]'}
        />
        {children}
      </span>
    </Ring>
  );
}
