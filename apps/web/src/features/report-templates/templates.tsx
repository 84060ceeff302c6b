import { type TemplatePage } from '@superscope/contracts/report-templates';
import { useState } from 'react';
import { newId } from '../../portal/api/base.api';
import { Failure } from '../../portal/api/failure';
import { useHeldInput, useHolding } from '../../portal/forms/held-input';
import { MessageBox } from '../../ui/message-box';
import { cx } from '../../ui/class-names';
import { Told } from '../../ui/told';
import { PagePreview } from './page-preview';
import { useBringBackMutation, useSaveTemplateMutation } from './report-templates.api';
import { added, inTemplate, textOf, type Place } from './scope';
import type { ChosenScope } from './scope-bar';
import { foundAt, moved, withItems, withPages, withSections, type Found } from './template-parts';
import { TemplateTree } from './template-tree';
import { DeletePartDialog } from './delete-part.dialog';
import { PartEditor, type EditorProps } from './part-editor';
import { useKeptPart } from './use-kept-part';

interface TemplatesProps extends Pick<
  EditorProps,
  'templates' | 'scope' | 'serving' | 'place' | 'mayMake' | 'onChoose' | 'onGo' | 'onDirty'
> {
  reportAddress: string | null;
  /** Newer templates are on their way. */
  isFetching: boolean;
  /** Something is typed that is not saved. */
  isDirty: boolean;
}

/** The id of a part that is being added at a place. */
interface FreshPart {
  place: string;
  id: string;
}
const FRESH = 'part of a template';

/** The tree, the editor of what is chosen, and the page on paper. */
export function Templates({
  templates,
  place,
  reportAddress,
  isFetching,
  isDirty,
  onChoose,
  onGo,
  onDirty,
  ...made
}: TemplatesProps) {
  const [draft, setDraft] = useState<TemplatePage | null>(null);
  const [deleting, setDeleting] = useState<Found | null>(null);
  const [gone, setGone] = useState<{ templateId: string; revision: number; name: string } | null>(null);
  const [save, saving] = useSaveTemplateMutation();
  const [bringBack, bringing] = useBringBackMutation();
  const key = place === null ? '' : textOf(place);
  const { found, gone: lost } = useKeptPart(foundAt(templates, place), key, isDirty);
  /** A part that is being added keeps its id until it is saved, so that a save which a session outlived does not add it twice. */
  const given = useHeldInput<FreshPart>(FRESH);
  const [fresh, setFresh] = useState(() => (given?.place === key ? given : { place: key, id: newId() }));
  if (fresh.place !== key) setFresh({ place: key, id: newId() });
  useHolding(FRESH, () => fresh);

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
  const hasPreview = found !== null && place?.pageId != null;
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
      <Failure
        error={failure}
        otherwise="It was not saved. Please try again."
        onClose={() => [saving.reset(), bringing.reset()]}
        className="mt-4"
      />
      {lost !== null && (
        <div className="mt-4">
          <MessageBox tone="attention" stays>
            Somebody deleted this {lost}. What you typed is still here, and nowhere else: copy it
            {lost !== 'template' && `, or save it to put the ${lost} back`}.
          </MessageBox>
        </div>
      )}
      <div
        className={cx(
          'mt-4 grid gap-4 lg:grid-cols-[17rem_minmax(0,1fr)] xl:items-start',
          hasPreview && 'xl:grid-cols-[17rem_minmax(0,1fr)_minmax(0,25rem)]',
        )}
      >
        <TemplateTree templates={templates} chosen={place} onChoose={onChoose} onMove={move} />
        <PartEditor
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
        {hasPreview && (
          <Preview
            found={found}
            draft={draft}
            freshId={fresh.id}
            place={place}
            scope={made.scope}
            reportAddress={reportAddress}
            onPage={(pageId) => onChoose(inTemplate(found.template.id, pageId))}
          />
        )}
      </div>
      {deleting !== null && (
        <DeletePartDialog
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
  scope: ChosenScope;
  reportAddress: string | null;
  onPage: (pageId: string) => void;
}

function Preview({ found: { template, page, section, item }, draft, freshId, place, ...rest }: PreviewProps) {
  const shown = draft !== null && (draft.id === page?.id || (page === null && draft.id === freshId)) ? draft : page;
  if (shown === null) return null;
  const edited = item?.id ?? (place.itemId === added || place.sectionId === added ? freshId : undefined) ?? section?.id;
  return <PagePreview template={template} page={shown} edited={edited} {...rest} />;
}
