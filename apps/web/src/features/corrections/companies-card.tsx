import type { PlanCorrections } from '@superscope/contracts/corrections';
import { Button } from '../../ui/button';
import { CardHead } from '../../ui/card';
import type { Asked } from './correction-dialog';

interface Props {
  plan: PlanCorrections;
  onAsk: (asked: Asked) => void;
}

/** The employers of a plan, and the end of their part in it. */
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
    <section aria-label="Employers" className="card overflow-hidden">
      <div className="p-4 pb-3 sm:p-5 sm:pb-3">
        <CardHead title="Employers" />
      </div>
      {companies.length === 0 ? (
        <p className="border-t px-5 py-6 text-center text-base text-ink-3">The plan has no employer.</p>
      ) : (
        <ul aria-label="Employers" className="max-h-96 divide-y overflow-y-auto border-t">
          {companies.map((company) => (
            <li key={company.id} className="flex min-h-12 items-center gap-3 px-4 py-2 sm:px-5">
              <span className="min-w-0 flex-1 text-base wrap-anywhere">{company.name}</span>
              {company.active ? (
                <Button aria-label={`Deactivate ${company.name}`} onClick={() => ask(company)}>
                  Deactivate
                </Button>
              ) : (
                <span className="text-sm text-ink-3">Inactive</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
