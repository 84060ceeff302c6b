import { encode } from 'uqr';

interface Props {
  text: string;
  label: string;
  /** Of the whole picture, as a CSS length. */
  side?: string;
  /** In modules. Four are the standard's; a border on a white screen needs fewer. */
  quietZone?: number;
  className?: string;
}

/** A text as a picture that a phone reads. Dark on light in every theme, because readers expect that. */
export function QrCode({ text, label, side = '176px', quietZone = 2, className = 'rounded-md border' }: Props) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      style={{ width: side, height: side }}
      shapeRendering="crispEdges"
      className={`shrink-0 bg-white ${className}`}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
