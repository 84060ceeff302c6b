interface Props {
  x: number;
  y: number;
  rings?: number;
  step?: number;
  /** Turned by half a circle. */
  turned?: boolean;
}

const FIRST = 34;

/** Contour lines that fade outwards ring by ring. They run off the page. */
export const Contours = ({ x, y, rings = 14, step = 28, turned = false }: Props) => {
  const flip = turned ? -1 : 1;
  const at = (dx: number, dy: number) => `${(x + flip * dx).toFixed(1)} ${(y + flip * dy).toFixed(1)}`;
  return (
    <svg
      width="794"
      height="1123"
      viewBox="0 0 794 1123"
      fill="none"
      stroke="#2F8C79"
      strokeWidth=".8"
      aria-hidden
      className="absolute inset-0"
    >
      {Array.from({ length: rings }, (_, i) => {
        const r = FIRST + i * step;
        return (
          <path
            key={r}
            opacity={0.8 * (1 - i / rings) ** 1.15}
            d={`M${at(-r * 1.08, i * 3)}C${at(-r, -r * 0.9)} ${at(r * 0.5, -r * 1.1)} ${at(r, -r * 0.2)}S${at(r * 0.3, r)} ${at(-r * 0.2, r * 0.92)}S${at(-r * 1.1, r * 0.5)} ${at(-r * 1.08, i * 3)}Z`}
          />
        );
      })}
    </svg>
  );
};
