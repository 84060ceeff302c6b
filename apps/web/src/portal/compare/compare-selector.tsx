import { GitCompareArrows } from 'lucide-react';
import { ChoiceButton } from '../../ui/choice-button';
import { month } from '../../ui/format';
import { isCompareKey, type CompareKey, type CompareOption } from './compare';

interface Props {
  options: CompareOption[];
  selected: CompareKey | null;
  onChange: (key: CompareKey | null) => void;
}
const NOTHING = { key: 'nothing', label: 'Compare with nothing', note: '' };

/** Selects the months that figures over time are compared with. Each choice shows its months. */
export function CompareSelector({ options, selected, onChange }: Props) {
  const chosen = options.find(({ key }) => key === selected);
  return (
    <ChoiceButton<string>
      label="Compare with"
      icon={GitCompareArrows}
      marked={chosen !== undefined}
      groups={[{ label: 'Compare with', choices: [NOTHING, ...options.map(choiceOf)] }]}
      chosen={chosen?.key ?? NOTHING.key}
      onChoose={(key) => onChange(isCompareKey(key) ? key : null)}
    >
      <span>{chosen ? `Compare: ${inText(chosen.label)}` : 'Compare'}</span>
    </ChoiceButton>
  );
}

const choiceOf = ({ key, label, months, refused }: CompareOption) => ({
  key,
  label,
  note: refused ? 'no figures of that time' : spanOf(months),
  disabled: refused,
});
const inText = (label: string) => `${label[0]!.toLowerCase()}${label.slice(1)}`;
const spanOf = ([first, last]: [string, string]) =>
  first === last ? month(first) : `${month(first)} – ${month(last)}`;
