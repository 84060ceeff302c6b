import type { CompanyOption } from '@superscope/contracts/lookups';
import { useFindCompaniesQuery } from './companies.api';
import { FoundLookup } from './found-lookup';
import { useTyped } from './use-typed';

export type ChosenCompany = Pick<CompanyOption, 'id' | 'name'> & Partial<Pick<CompanyOption, 'plan'>>;

interface Props {
  label?: string;
  value: ChosenCompany | null;
  onChange: (company: CompanyOption | null) => void;
  /** Only employers of this plan. */
  planId?: string | undefined;
  clears?: boolean;
}

/** Finds an employer by its name. */
export function CompanyLookup({ label = 'Employer', value, onChange, planId, clears = false }: Props) {
  const typed = useTyped(value !== null);
  const answer = useFindCompaniesQuery({ name: typed.ask ?? '', planId }, { skip: typed.ask === null });
  return (
    <FoundLookup<ChosenCompany>
      label={label}
      placeholder="Name of the employer"
      value={value}
      onChange={(chosen) => onChange(chosen as CompanyOption | null)}
      typed={typed}
      answer={answer}
      nameOf={({ name }) => name}
      underOf={({ plan }) => (planId === undefined ? plan?.name : undefined)}
      clears={clears}
    />
  );
}
