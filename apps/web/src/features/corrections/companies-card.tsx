import type { PlanCorrections } from '@superscope/contracts/corrections';
import type { Asked } from './correction-dialog';
import { CorrectionList } from './correction-list';

interface Props {
  plan: PlanCorrections;
  onAsk: (asked: Asked) => void;
}

/** The employers of a plan, each with a button to deactivate it. */
export function CompaniesCard({ plan: { companies }, onAsk }: Props) {
  const ask = ({ id, name }: PlanCorrections['companies'][number]) =>
    onAsk({
      title: `Deactivate ${name}?`,
      text: 'The employer takes no further part in the plan. Importing it again as active takes that back.',
      action: 'Deactivate',
      day: 'From',
      make: (on) => ({ kind: 'deactivateCompany', companyId: id, on }),
      done: `${name} is deactivated.`,
    });
  return (
    <CorrectionList
      title="Employers"
      none="The plan has no employer."
      items={companies}
      textOf={({ name }) => name}
      doneOf={({ active }) => (active ? null : 'Inactive')}
      action="Deactivate"
      actionOf={({ name }) => `Deactivate ${name}`}
      onAct={ask}
    />
  );
}
