interface Props {
  asTable: boolean;
  onTable: (asTable: boolean) => void;
  /** Undefined if nothing is drawn, and for exact figures: they are never saved as a file that could reach an employer. */
  onPng?: (() => void) | undefined;
  onCsv?: (() => void) | undefined;
}

/** The buttons of every chart: show it as a table, and save chart or table as a file. */
export const ChartActions = ({ asTable, onTable, onPng, onCsv }: Props) => (
  <div className="inline-flex divide-x divide-line overflow-hidden rounded-md border border-line-strong bg-surface focus-within:overflow-visible print:hidden">
    <Word name={asTable ? 'Show as chart' : 'Show as table'} onClick={() => onTable(!asTable)}>
      {asTable ? 'Chart' : 'Table'}
    </Word>
    {onCsv && (
      <Word name="Save as CSV" onClick={onCsv}>
        CSV
      </Word>
    )}
    {onPng && (
      <Word name="Save as PNG" onClick={onPng}>
        PNG
      </Word>
    )}
  </div>
);

interface WordProps {
  /** What the button does, for screen readers and as its tooltip. It holds the word that is seen. */
  name: string;
  onClick: () => void;
  children: string;
}
const Word = ({ name, onClick, children }: WordProps) => (
  <button
    type="button"
    aria-label={name}
    title={name}
    onClick={onClick}
    className="settle h-8 px-2.5 text-sm font-medium text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11"
  >
    {children}
  </button>
);
