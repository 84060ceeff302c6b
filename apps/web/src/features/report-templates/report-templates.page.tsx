import {
  customPage,
  servingTemplate,
  usualTemplate,
  type Template,
  type TemplatePage,
} from '@superscope/contracts/report-templates';
import { ExternalLink, FileText, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf, newId } from '../../portal/api/base.api';
import { useLeavingQuestion } from '../../portal/leaving/use-leaving-question';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { usePlanGroupsQuery, usePlanQuery } from '../../portal/plan/plan.api';
import { usePlatformsQuery } from '../../portal/platforms/platforms.api';
import { QueryStates } from '../../portal/records/query-states';
import { keepsPlace } from '../../portal/scroll/keeps-place';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { MessageBox } from '../../ui/message-box';
import { EmptyState } from '../../ui/states';
import { Told } from '../../ui/told';
import { usePageTitle } from '../../ui/use-page-title';
import { ItemEditor, PageEditor, SectionEditor, TemplateEditor } from './editors';
import { NewTemplateForm } from './new-template.form';
import { PagePreview } from './page-preview';
import { PdfResources } from './pdf-resources';
import {
  useBringBackMutation,
  useDeletePartMutation,
  useSaveTemplateMutation,
  useTemplatesQuery,
} from './report-templates.api';
import { added, inTemplate, placeOf, textOf, type Place } from './scope';
import { ScopeBar, type ChosenScope } from './scope-bar';
import {
  foundAt,
  moved,
  nextSequence,
  pageTitle,
  sectionTitle,
  withItems,
  withPages,
  withSections,
  type Found,
} from './template-parts';
import { TemplateTree } from './template-tree';

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
  /** What waits until the question about unsaved text is answered. */
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const leaving = useLeavingQuestion(isDirty ? 'What you typed is not saved yet. Leave this page?' : null, {
    byQuery: true,
  });
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
  const unlessDirty = (then: () => void) => (isDirty ? setWaiting(() => then) : then());
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
            onChoose={choose}
            onGo={(to) => go(scope, to)}
            onDirty={setDirty}
          />
        )}
      </QueryStates>
      <PdfResources platform={scope.platform} onPage={(templateId, pageId) => choose(inTemplate(templateId, pageId))} />
      {(waiting !== null || leaving.to !== null) && (
        <ConfirmDialog
          title="What you typed is not saved yet"
          cancel="Keep editing"
          action="Leave without saving"
          onClose={() => {
            setWaiting(null);
            leaving.stay();
          }}
          onConfirm={() => {
            setDirty(false);
            waiting?.();
            setWaiting(null);
            leaving.leave();
          }}
        >
          It is lost if you go on.
        </ConfirmDialog>
      )}
    </>
  );
}

const reportOf = (planId: string, companyId: string | null) =>
  `/playwright/pcr/pdf/${encodeURIComponent(planId)}${companyId === null ? '' : `?companyId=${encodeURIComponent(companyId)}`}`;

interface TemplatesProps {
  templates: readonly Template[];
  scope: ChosenScope;
  /** Which serves what is chosen; null if none of these does. */
  serving: Template | null;
  place: Place | null;
  reportAddress: string | null;
  mayMake: boolean;
  /** Newer templates are on their way. */
  isFetching: boolean;
  /** Asks before unsaved text is lost. */
  onChoose: (place: Place | null) => void;
  /** The same without asking. */
  onGo: (place: Place | null) => void;
  onDirty: (isDirty: boolean) => void;
}

/** The tree, the editor of what is chosen, and the page on paper. */
function Templates({ templates, place, reportAddress, isFetching, onChoose, onGo, onDirty, ...made }: TemplatesProps) {
  const [draft, setDraft] = useState<TemplatePage | null>(null);
  const [deleting, setDeleting] = useState<Found | null>(null);
  const [gone, setGone] = useState<{ templateId: string; revision: number; name: string } | null>(null);
  const [save, saving] = useSaveTemplateMutation();
  const [bringBack, bringing] = useBringBackMutation();
  const found = foundAt(templates, place);
  /** A part that is being added keeps its id until it is saved. */
  const [fresh, setFresh] = useState({ place: '', id: newId() });
  const key = place === null ? '' : textOf(place);
  if (fresh.place !== key) setFresh({ place: key, id: newId() });

  const move = (of: Place, by: -1 | 1) => {
    // The order on screen is not the server's until the last move is saved and read again.
    if (saving.isLoading || isFetching) return;
    const at = foundAt(templates, of);
    if (at === null || at.page === null || (of.pageId !== null && at.page.id !== of.pageId)) return;
    const { template, page, section, item } = at;
    const request =
      item !== null && section !== null
        ? (() => {
            const items = moved(section.sectionItems, item.id, by);
            return items.length === 0 ? null : [withSections(page, [withItems(section, items)])];
          })()
        : section !== null
          ? (() => {
              const sections = moved(page.pageSections, section.id, by);
              return sections.length === 0
                ? null
                : [
                    withSections(
                      page,
                      sections.map((each) => withItems(each, [])),
                    ),
                  ];
            })()
          : (() => {
              const pages = moved(template.reportPages, page.id, by);
              return pages.length === 0 ? null : pages.map((each) => withSections(each, []));
            })();
    if (request !== null) void save(withPages(template, request));
  };
  const failure = saving.error ?? bringing.error;
  return (
    <>
      {gone !== null && (
        <Told>
          <MessageBox tone="good" stays onClose={() => setGone(null)}>
            {gone.name} is deleted.{' '}
            <button
              type="button"
              className="font-semibold text-brand underline"
              onClick={() =>
                void bringBack({ templateId: gone.templateId, revision: gone.revision, pageId: null })
                  .unwrap()
                  .then(
                    () => setGone(null),
                    () => undefined,
                  )
              }
            >
              Bring back
            </button>
          </MessageBox>
        </Told>
      )}
      {failure !== undefined && (
        <div className="mt-4">
          <MessageBox tone="danger" onClose={() => [saving.reset(), bringing.reset()]}>
            {messageOf(failure) ?? 'It was not saved. Please try again.'}
          </MessageBox>
        </div>
      )}
      <div className="mt-4 grid gap-4 xl:grid-cols-[17rem_minmax(0,1fr)_minmax(0,25rem)] xl:items-start lg:grid-cols-[17rem_minmax(0,1fr)]">
        <TemplateTree templates={templates} chosen={place} onChoose={onChoose} onMove={move} />
        <Editor
          {...made}
          templates={templates}
          place={place}
          found={found}
          freshId={fresh.id}
          onChoose={onChoose}
          onGo={onGo}
          onDirty={onDirty}
          onDraft={setDraft}
          onDelete={setDeleting}
        />
        {found !== null && place?.pageId != null && (
          <Preview
            found={found}
            draft={draft}
            freshId={fresh.id}
            place={place}
            reportAddress={reportAddress}
            onPage={(pageId) => onChoose(inTemplate(found.template.id, pageId))}
          />
        )}
      </div>
      {deleting !== null && (
        <DeleteDialog
          found={deleting}
          onClose={() => setDeleting(null)}
          onDone={(revision) => {
            const { template, page, section, item } = deleting;
            setDeleting(null);
            onDirty(false);
            if (page === null) {
              setGone({ templateId: template.id, revision: revision - 1, name: template.templateName });
              onGo(null);
            } else
              onGo(
                inTemplate(template.id, ...(section === null ? [] : [page.id, ...(item === null ? [] : [section.id])])),
              );
          }}
        />
      )}
    </>
  );
}

interface PreviewProps {
  found: Found;
  draft: TemplatePage | null;
  freshId: string;
  place: Place;
  reportAddress: string | null;
  onPage: (pageId: string) => void;
}

function Preview({ found: { template, page, section, item }, draft, freshId, place, ...rest }: PreviewProps) {
  const shown = draft !== null && (draft.id === page?.id || (page === null && draft.id === freshId)) ? draft : page;
  if (shown === null) return null;
  const edited = item?.id ?? (place.itemId === added || place.sectionId === added ? freshId : undefined) ?? section?.id;
  return <PagePreview template={template} page={shown} edited={edited} {...rest} />;
}

interface EditorProps extends Pick<
  TemplatesProps,
  'templates' | 'scope' | 'serving' | 'place' | 'mayMake' | 'onChoose' | 'onGo' | 'onDirty'
> {
  found: Found | null;
  freshId: string;
  onDraft: (page: TemplatePage) => void;
  onDelete: (found: Found) => void;
}

/** The editor of what is chosen. */
function Editor({ templates, scope, serving, place, found, freshId, ...on }: EditorProps) {
  const { mayMake, onChoose, onGo, onDirty, onDraft, onDelete } = on;
  if (place?.templateId === added && mayMake)
    return (
      <NewTemplateForm
        scope={scope}
        templates={templates}
        from={serving}
        onDirty={onDirty}
        onCancel={() => onChoose(null)}
        onSaved={(id) => onGo(inTemplate(id))}
      />
    );
  if (place === null || found === null)
    return (
      <Card aria-label="Editor" className="grid min-h-72">
        {serving === null || place?.templateId === usualTemplate ? (
          <EmptyState
            icon={FileText}
            title={scope.plan === null ? 'DEFAULT serves wherever there is no template' : servedByUsual(scope, serving)}
            action={
              mayMake && (
                <Button icon={Plus} onClick={() => onChoose(inTemplate(added))}>
                  New template from {serving?.templateName ?? usualTemplate}
                </Button>
              )
            }
          >
            {mayMake
              ? 'Make one of its own to change pages for it alone.'
              : 'Choose a platform to make a template for it.'}
          </EmptyState>
        ) : (
          <EmptyState icon={FileText} title="Nothing is chosen">
            Choose a template, a page, a section or an item.
          </EmptyState>
        )}
      </Card>
    );
  const { template, page, section, item } = found;
  const ids = [place.pageId, place.sectionId, place.itemId];
  const isAdding = ids.includes(added);
  const common = {
    key: `${textOf(place)} ${isAdding ? freshId : ''}`,
    template,
    onDirty,
    onDraft,
    onDelete: isAdding ? null : () => onDelete(found),
    onCancel: isAdding ? () => onChoose(holderOf(place)) : undefined,
    onSaved: () => {
      if (!isAdding) return;
      onDirty(false);
      onGo(inTemplate(template.id, ...ids.flatMap((id) => (id === null ? [] : [id === added ? freshId : id]))));
    },
  };
  const { key, ...props } = common;
  if (place.pageId === null) return <TemplateEditor key={key} {...props} />;
  if (place.pageId === added) {
    const at = nextSequence(template.reportPages);
    return <PageEditor key={key} {...props} page={newPage(freshId, at)} />;
  }
  if (page === null) return <Missing what="page" />;
  if (place.sectionId === null) return <PageEditor key={key} {...props} page={page} />;
  if (place.sectionId === added) {
    const fresh = {
      id: freshId,
      templateSectionName: '',
      sequence: nextSequence(page.pageSections),
      heading: null,
      sectionItems: [],
    };
    return <SectionEditor key={key} {...props} page={page} section={fresh} />;
  }
  if (section === null) return <Missing what="section" />;
  if (place.itemId === null) return <SectionEditor key={key} {...props} page={page} section={section} />;
  if (place.itemId === added) {
    const fresh = { id: freshId, sequence: nextSequence(section.sectionItems), text: '', note: null };
    return <ItemEditor key={key} {...props} page={page} section={section} item={fresh} />;
  }
  if (item === null) return <Missing what="item" />;
  return <ItemEditor key={key} {...props} page={page} section={section} item={item} />;
}

const servedByUsual = ({ employer }: ChosenScope, serving: Template | null) =>
  `${serving?.templateName ?? usualTemplate} serves this ${employer === null ? 'plan' : 'employer'}`;

const newPage = (id: string, at: number): TemplatePage => ({
  id,
  templatePageName: customPage,
  templatePageNumber: at,
  sequence: at,
  heading: null,
  sourceFilename: null,
  sourcePageNumber: null,
  pageSections: [],
});

/** What holds the part that is being added. */
const holderOf = ({ templateId, pageId, sectionId, itemId }: Place): Place =>
  inTemplate(templateId, ...[pageId, sectionId, itemId].filter((id): id is string => id !== null && id !== added));

const Missing = ({ what }: { what: string }) => (
  <Card aria-label="Editor" className="grid min-h-72">
    <EmptyState icon={FileText} title={`This ${what} is not there`}>
      It may have been deleted. The changes of the template say by whom.
    </EmptyState>
  </Card>
);

interface DeleteProps {
  found: Found;
  onClose: () => void;
  /** With the revision of the deletion. */
  onDone: (revision: number) => void;
}

/** Asks before anything is deleted, and names what goes with it. */
function DeleteDialog({ found: { template, page, section, item }, onClose, onDone }: DeleteProps) {
  const [deletePart, { isLoading, error }] = useDeletePartMutation();
  const what =
    item !== null
      ? `item ${item.sequence}`
      : section !== null
        ? `the section ${sectionTitle(section)}`
        : page !== null
          ? `the page ${pageTitle(page)}`
          : `the template ${template.templateName}`;
  const below =
    item !== null
      ? ''
      : section !== null
        ? section.sectionItems.length > 0 && `Its ${countOf(section.sectionItems.length, 'item')} go with it.`
        : page !== null
          ? page.pageSections.length > 0 &&
            `With it go its sections: ${page.pageSections.map(sectionTitle).join(', ')}.`
          : `Its ${countOf(template.reportPages.length, 'page')} go with it. A wider template serves ${template.serves} then.`;
  const remove = () =>
    void deletePart({ template, pageId: page?.id, sectionId: section?.id, itemId: item?.id })
      .unwrap()
      .then(
        ({ revision }) => onDone(Number(revision)),
        () => undefined,
      );
  return (
    <ConfirmDialog
      title={`Delete ${what}?`}
      action="Delete"
      cancel="Keep"
      busy={isLoading}
      onClose={onClose}
      onConfirm={remove}
    >
      {below} It can be brought back from the changes.
      {error !== undefined && (
        <div className="mt-3">
          <MessageBox tone="danger">{messageOf(error) ?? 'It was not deleted. Please try again.'}</MessageBox>
        </div>
      )}
    </ConfirmDialog>
  );
}

const countOf = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`);
