import { customPage, usualTemplate, type Template, type TemplatePage } from '@superscope/contracts/report-templates';
import { FileText, Plus } from 'lucide-react';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/states';
import { ItemEditor, PageEditor, SectionEditor, TemplateEditor } from './editors';
import { NewTemplateForm } from './new-template.form';
import { added, inTemplate, textOf, type Place } from './scope';
import { type ChosenScope } from './scope-bar';
import { nextSequence, type Found } from './template-parts';

export interface EditorProps {
  templates: readonly Template[];
  scope: ChosenScope;
  /** Which serves what is chosen; null if none of these does. */
  serving: Template | null;
  place: Place | null;
  mayMake: boolean;
  found: Found | null;
  freshId: string;
  /** Asks before unsaved text is lost. */
  onChoose: (place: Place | null) => void;
  /** The same without asking. */
  onGo: (place: Place | null) => void;
  onDirty: (isDirty: boolean) => void;
  onDraft: (page: TemplatePage) => void;
  onDelete: (found: Found) => void;
}

/** The editor of what is chosen. */
export function PartEditor({ templates, scope, serving, place, found, freshId, ...on }: EditorProps) {
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
            title={
              scope.plan === null
                ? 'The usual report serves wherever there is no template'
                : servedByUsual(scope, serving)
            }
            action={
              mayMake && (
                <Button icon={Plus} onClick={() => onChoose(inTemplate(added))}>
                  New template from {serving?.templateName ?? 'the usual report'}
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
    of: `template ${textOf(place)}`,
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
  `${serving?.templateName ?? 'The usual report'} serves this ${employer === null ? 'plan' : 'employer'}`;

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
