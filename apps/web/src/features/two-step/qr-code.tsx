import { encode } from 'uqr';

const SIDE = 176;

/** A text as a picture that a phone reads. Dark on light in every theme, because readers expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={SIDE}
      height={SIDE}
      shapeRendering="crispEdges"
      className="shrink-0 rounded-md border bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
