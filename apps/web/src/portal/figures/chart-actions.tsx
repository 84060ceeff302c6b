import { ChartColumn, Download, FileSpreadsheet, Table2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button';

interface Props {
  asTable: boolean;
  onTable: (asTable: boolean) => void;
  /** Undefined where nothing is drawn, or where it is of exact figures: nothing that can be handed to an employer is made of them. */
  onPng?: (() => void) | undefined;
  onCsv?: (() => void) | undefined;
}

/** What every chart offers: its table, and both as files. */
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
