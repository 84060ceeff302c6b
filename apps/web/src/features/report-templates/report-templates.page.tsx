import { servingTemplate } from '@superscope/contracts/report-templates';
import { ExternalLink, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { usualQuestion, useUnsaved } from '../../portal/leaving/use-unsaved';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { usePlanGroupsQuery, usePlanQuery } from '../../portal/plan/plan.api';
import { usePlatformsQuery } from '../../portal/platforms/platforms.api';
import { QueryStates } from '../../portal/records/query-states';
import { keepsPlace } from '../../portal/scroll/keeps-place';
import { Button } from '../../ui/button';
import { usePageTitle } from '../../ui/use-page-title';
import { PdfResources } from './pdf-resources';
import { useTemplatesQuery } from './report-templates.api';
import { added, inTemplate, placeOf, textOf, type Place } from './scope';
import { ScopeBar, type ChosenScope } from './scope-bar';
import { Templates } from './templates';

/** The scope of the address, with names as far as they are known. */
function useScope(params: URLSearchParams): ChosenScope {
  const [platformId, planId, companyId] = ['platform', 'plan', 'employer'].map((name) => params.get(name));
  const { data: platforms } = usePlatformsQuery(undefined, { skip: !platformId });
  const { currentData: plan } = usePlanQuery(planId ?? '', { skip: !planId });
  const { currentData: groups } = usePlanGroupsQuery(planId ?? '', { skip: !planId || !companyId });
  const platform = platformId || plan?.platform.id;
  return {
    platform: platform
      ? { id: platform, name: platforms?.find(({ id }) => id === platform)?.name ?? plan?.platform.name ?? platform }
      : null,
    plan: planId ? { id: planId, name: plan?.name ?? planId } : null,
    employer:
      planId && companyId
        ? { id: companyId, name: groups?.companies.find(({ value }) => value === companyId)?.label ?? companyId }
        : null,
  };
}

export function ReportTemplatesPage() {
  usePageTitle('PCR templates');
  const [params, setParams] = useSearchParams();
  const scope = useScope(params);
  const place = placeOf(params.get('at'));
  const [isDirty, setDirty] = useState(false);
  const unlessDirty = useUnsaved(
    isDirty ? { ...usualQuestion, stay: 'Keep editing', byQuery: true, drop: () => setDirty(false) } : null,
  );
  const scopeIds = {
    platformId: scope.platform?.id ?? null,
    planId: scope.plan?.id ?? null,
    companyId: scope.employer?.id ?? null,
  };
  const templates = useTemplatesQuery(scopeIds);
  const list = templates.currentData ?? [];

  const go = (next: ChosenScope, to: Place | null) => {
    const address = new URLSearchParams();
    if (next.platform) address.set('platform', next.platform.id);
    if (next.plan) address.set('plan', next.plan.id);
    if (next.employer) address.set('employer', next.employer.id);
    if (to) address.set('at', textOf(to));
    setParams(address, { state: keepsPlace });
  };
  const choose = (to: Place | null) => unlessDirty(() => go(scope, to));
  const own = list.find(
    ({ platformId, planId, companyId }) =>
      platformId === scopeIds.platformId && planId === scopeIds.planId && companyId === scopeIds.companyId,
  );
  const serving =
    scopeIds.platformId !== null && scopeIds.planId !== null
      ? servingTemplate(list, { ...scopeIds, platformId: scopeIds.platformId, planId: scopeIds.planId })
      : (list.find(({ planId }) => planId === null) ?? null);
  const refused =
    scope.platform === null ? 'Choose a platform' : own ? `There is one for this: ${own.templateName}` : null;
  const reportAddress = scope.plan === null ? null : reportOf(scope.plan.id, scopeIds.companyId);
  return (
    <>
      <PlainHeader
        title="PCR templates"
        note="What a Policy Committee Report contains, for a platform, a plan or one employer."
        right={
          <div className="flex flex-wrap items-center gap-2">
            {reportAddress === null ? (
              <Button icon={ExternalLink} disabled title="Choose a plan">
                Preview report
              </Button>
            ) : (
              <a
                href={reportAddress}
                target="_blank"
                rel="noreferrer"
                className="settle inline-flex h-9 items-center gap-2 rounded-md border border-line-strong bg-surface px-3.5 text-base font-semibold hover:bg-hover pointer-coarse:h-11"
              >
                <ExternalLink size={16} aria-hidden />
                Preview report
              </a>
            )}
            <Button
              icon={Plus}
              disabled={refused !== null}
              title={refused ?? undefined}
              aria-describedby={refused === null ? undefined : 'no-new-template'}
              onClick={() => choose(inTemplate(added))}
            >
              New template
            </Button>
            {refused !== null && (
              <span id="no-new-template" className="text-sm text-ink-3">
                {refused}
              </span>
            )}
          </div>
        }
      />
      <ScopeBar scope={scope} templates={list} onChange={(next) => unlessDirty(() => go(next, null))} />
      <QueryStates query={{ ...templates, data: templates.currentData }} what="The templates" className="mt-4 min-h-72">
        {(all) => (
          <Templates
            templates={all}
            scope={scope}
            serving={serving}
            place={place}
            reportAddress={reportAddress}
            mayMake={refused === null}
            isFetching={templates.isFetching}
            isDirty={isDirty}
            onChoose={choose}
            onGo={(to) => go(scope, to)}
            onDirty={setDirty}
          />
        )}
      </QueryStates>
      <PdfResources platform={scope.platform} onPage={(templateId, pageId) => choose(inTemplate(templateId, pageId))} />
    </>
  );
}

const reportOf = (planId: string, companyId: string | null) =>
  `/playwright/pcr/pdf/${encodeURIComponent(planId)}${companyId === null ? '' : `?companyId=${encodeURIComponent(companyId)}`}`;
