import { servingTemplate, type Template } from '@superscope/contracts/report-templates';
import { CircleCheck } from 'lucide-react';
import { CompanyLookup } from '../../portal/lookups/company-lookup';
import { PlanLookup } from '../../portal/plan/plan-lookup';
import { PlatformLookup } from '../../portal/platforms/platform-lookup';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { USUAL_REPORT } from './usual-report';

interface Chosen {
  id: string;
  name: string;
}

export interface ChosenScope {
  platform: Chosen | null;
  plan: Chosen | null;
  employer: Chosen | null;
}

interface Props {
  scope: ChosenScope;
  onChange: (scope: ChosenScope) => void;
  templates: readonly Template[];
}

/** Whose templates are shown. A platform clears plan and employer, and a plan the employer. */
export const ScopeBar = ({ scope, onChange, templates }: Props) => (
  <Card aria-label="Whose templates">
    <div className="grid gap-3 md:grid-cols-3">
      <PlatformLookup
        value={scope.platform}
        onChange={(platform) => onChange({ platform, plan: null, employer: null })}
      />
      <PlanLookup
        label="Plan"
        value={scope.plan}
        platformId={scope.platform?.id}
        onChange={(plan) => onChange({ ...scope, plan, employer: null })}
        clears
      />
      <CompanyLookup
        value={scope.employer}
        planId={scope.plan?.id}
        // An employer that is found without a plan brings its own, and with it the plan's platform, whatever was chosen before.
        onChange={(employer) =>
          onChange(
            employer === null || employer.plan.id === scope.plan?.id
              ? { ...scope, employer }
              : { platform: null, plan: employer.plan, employer },
          )
        }
        clears
      />
    </div>
    {scope.platform !== null && scope.plan !== null && (
      <Serving platformId={scope.platform.id} planId={scope.plan.id} employer={scope.employer} templates={templates} />
    )}
  </Card>
);

interface ServingProps {
  platformId: string;
  planId: string;
  employer: Chosen | null;
  templates: readonly Template[];
}

/** Which template serves what is chosen, and those that would if it were not there. */
function Serving({ platformId, planId, employer, templates }: ServingProps) {
  const companyId = employer?.id ?? null;
  const serving = servingTemplate(templates, { platformId, planId, companyId });
  const levels = [
    ...(companyId === null
      ? []
      : [{ label: 'Employer', template: templates.find((each) => each.companyId === companyId) }]),
    { label: 'Plan', template: templates.find((each) => each.companyId === null && each.planId === planId) },
    {
      label: 'Platform',
      template: templates.find((each) => each.planId === null && each.platformId === platformId),
    },
  ];
  const wider = levels.filter(({ template }) => template === undefined || template !== serving);
  const level = levels.find(({ template }) => template !== undefined && template === serving);
  return (
    <p className="mt-3.5 flex flex-wrap items-center gap-2 text-base text-ink-2">
      This {companyId === null ? 'plan' : 'employer'} gets
      <Chip isServing>{level === undefined ? USUAL_REPORT : `${level.label}: ${serving!.templateName}`}</Chip>
      the narrowest of
      {wider.map(({ label, template }) => (
        <Chip key={label} isMissing={template === undefined}>
          {`${label}: ${template?.templateName ?? 'none'}`}
        </Chip>
      ))}
      {level !== undefined && <Chip>{USUAL_REPORT}</Chip>}
    </p>
  );
}

interface ChipProps {
  isServing?: boolean;
  isMissing?: boolean;
  children: string;
}
const Chip = ({ isServing = false, isMissing = false, children }: ChipProps) => (
  <span
    className={cx(
      'inline-flex min-h-7 items-center gap-1.5 rounded-full border px-3 py-0.5',
      isServing ? 'border-brand bg-brand-soft font-semibold text-brand' : isMissing ? 'text-ink-3' : 'text-ink-2',
    )}
  >
    {isServing && <CircleCheck size={15} aria-hidden />}
    {children}
  </span>
);
