import { ChartColumn, Download, FileSpreadsheet, Table2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button';

interface Props {
  asTable: boolean;
  onTable: (asTable: boolean) => void;
  /** Undefined if nothing is drawn, and for exact figures: they are never saved as a file that could reach an employer. */
  onPng?: (() => void) | undefined;
  onCsv?: (() => void) | undefined;
}

/** The buttons of every chart: show it as a table, and save chart or table as a file. */
export const ChartActions = ({ asTable, onTable, onPng, onCsv }: Props) => (
  <div className="flex items-center">
    <IconButton
      label={asTable ? 'Show as chart' : 'Show as table'}
      icon={asTable ? ChartColumn : Table2}
      onClick={() => onTable(!asTable)}
    />
    {onCsv && <IconButton label="Save as CSV" icon={FileSpreadsheet} onClick={onCsv} />}
    {onPng && <IconButton label="Save as PNG" icon={Download} onClick={onPng} />}
  </div>
);
