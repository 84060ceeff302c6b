interface Props {
  /** Null if there is no figure or it is withheld: a grey stub is drawn instead. */
  values: (number | null)[];
  /** Positions drawn in the full colour. */
  marked: number[];
  height?: number;
}
const WIDTH = 240;

/** Small columns from zero without axes; hidden from screen readers, because the figure is beside them. */
export function MiniColumns({ values, marked, height = 52 }: Props) {
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const step = WIDTH / values.length;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      aria-hidden
      className="block"
    >
      {values.map((value, at) => {
        const tall = value === null ? 4 : Math.max(value === 0 ? 0 : 1, (value / highest) * (height - 2));
        const fill = value === null ? 'var(--hatch)' : marked.includes(at) ? 'var(--plot)' : 'var(--plot-soft)';
        return (
          <rect
            key={at}
            x={at * step + 1}
            width={Math.max(1, step - 2)}
            y={height - tall}
            height={tall}
            rx="1.5"
            fill={fill}
          />
        );
      })}
    </svg>
  );
}
