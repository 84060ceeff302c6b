import { earliestDay, latestDay } from '@superscope/contracts/csv-columns';
import {
  itemRequest,
  longestNote,
  longestText,
  longestTitle,
  mayRepeat,
  pageRequest,
  pdfPage,
  sectionRequest,
  templateDetails,
  templatePages,
  titleOf,
  type Template,
  type TemplateItem,
  type TemplatePage,
  type TemplatePageName,
  type TemplateSection,
} from '@superscope/contracts/report-templates';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { DateField } from '../../ui/date-field';
import { SelectField } from '../../ui/select-field';
import { TextAreaField } from '../../ui/text-area-field';
import { TextField } from '../../ui/text-field';
import { ChangesList } from './changes-list';
import { EditorCard } from './editor-card';
import { usePdfResourcesQuery } from './report-templates.api';
import { pageTitle, sectionTitle, withItems, withPages, withSections } from './template-parts';
import { Precedence } from './precedence';
import { useDraft, useEdited } from './use-edited';
import { useTemplateSave } from './use-template-save';

export const REQUIRED = <span className="font-normal text-ink-3"> (required)</span>;
export const FAILED = 'It was not saved. Please try again.';

/** A number as typed; NaN for anything else. */
const numberOf = (typed: string) => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN);
const orNull = (typed: string) => (typed.trim() === '' ? null : typed.trim());
/** A sequence as the preview shows it, whatever is typed. */
const drawn = (typed: string, before: number) => (Number.isNaN(numberOf(typed)) ? before : numberOf(typed));

interface Common {
  /** The part, by its place, under which what is typed is held when a session ends. */
  of: string;
  template: Template;
  onDirty: (isDirty: boolean) => void;
  /** Null for a part that is being added. */
  onDelete: (() => void) | null;
  /** Leaves a part that is being added. */
  onCancel: (() => void) | undefined;
  onSaved: () => void;
}

interface OnPage extends Common {
  page: TemplatePage;
  /** The page as it is typed. */
  onDraft: (page: TemplatePage) => void;
}

/** Name and dates of a template. */
export function TemplateEditor({ of, template, onSaved, ...card }: Common) {
  const saves = useTemplateSave(of, template);
  const saved = {
    templateName: template.templateName,
    reportingStartDate: template.reportingStartDate as string | null,
    reportingEndDate: template.reportingEndDate as string | null,
  };
  const { id, platformId, planId, companyId } = template;
  const form = useRequestForm({
    of,
    schema: templateDetails,
    values: saved,
    request: ({ templateName, reportingStartDate, reportingEndDate }) => ({
      id,
      platformId,
      planId,
      companyId,
      templateName,
      reportingStartDate: reportingStartDate ?? '',
      reportingEndDate: reportingEndDate ?? '',
    }),
    rules: missingDates,
    send: saves.send,
    onRefused: saves.onRefused,
    onDone: (_, made): void => {
      took(form.values, { templateName: made.templateName });
      onSaved();
    },
    failed: FAILED,
    unsaved: null,
  });
  const { isDirty, discard, took } = useEdited(of, form, saved, saves);
  return (
    <EditorCard
      {...card}
      holders={[]}
      title={template.templateName}
      action="Save template"
      form={form}
      isDirty={isDirty}
      onDiscard={discard}
      newer={saves.newer}
      below={<ChangesList templateId={id} pageId={null} />}
    >
      <p className="text-base text-ink-2">For {template.serves}</p>
      <Precedence of={{ platformId, planId, companyId }} />
      <TextField compact label="Template" mark={REQUIRED} maxLength={longestTitle} {...form.text('templateName')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <DateField
          label="Start date"
          required
          min={earliestDay}
          max={latestDay}
          {...form.choice('reportingStartDate')}
        />
        <DateField label="As-at date" required min={earliestDay} max={latestDay} {...form.choice('reportingEndDate')} />
      </div>
    </EditorCard>
  );
}

export const missingDates = (values: { reportingStartDate: string | null; reportingEndDate: string | null }) => ({
  reportingStartDate: values.reportingStartDate === null && 'Start date is required',
  reportingEndDate: values.reportingEndDate === null && 'As-at date is required',
});

/** A page: which one it is, where it stands, and its heading. */
export function PageEditor({ of, template, page, onDraft, onSaved, ...card }: OnPage) {
  const saves = useTemplateSave(of, template);
  const isNew = card.onDelete === null;
  const saved = {
    templatePageName: isNew ? '' : (page.templatePageName as string),
    templatePageNumber: String(page.templatePageNumber),
    sequence: String(page.sequence),
    heading: page.heading ?? '',
    sourceFilename: page.sourceFilename ?? '',
    sourcePageNumber: page.sourcePageNumber === null ? '' : String(page.sourcePageNumber),
  };
  const form = useRequestForm({
    of,
    schema: pageRequest,
    values: saved,
    request: (values) => ({
      id: page.id,
      templatePageName: values.templatePageName as TemplatePageName,
      templatePageNumber: numberOf(values.templatePageNumber),
      sequence: numberOf(values.sequence),
      heading: values.heading,
      ...(values.templatePageName === pdfPage && {
        sourceFilename: values.sourceFilename,
        sourcePageNumber: numberOf(values.sourcePageNumber),
      }),
    }),
    send: (request) => saves.send(withPages(template, [request])),
    onRefused: saves.onRefused,
    onDone: (_, made): void => {
      took(form.values, {
        templatePageNumber: String(made.templatePageNumber),
        sequence: String(made.sequence),
        heading: made.heading ?? '',
        sourceFilename: made.sourceFilename ?? '',
        sourcePageNumber: made.sourcePageNumber == null ? '' : String(made.sourcePageNumber),
      });
      onSaved();
    },
    failed: FAILED,
    unsaved: null,
  });
  const { isDirty, discard, took } = useEdited(of, form, saved, saves);
  const { templatePageName, templatePageNumber, heading } = form.values;
  useDraft(
    {
      ...page,
      templatePageName: (templatePageName || page.templatePageName) as TemplatePageName,
      templatePageNumber: drawn(templatePageNumber, page.templatePageNumber),
      heading: orNull(heading),
    },
    onDraft,
  );
  const others = new Set(template.reportPages.filter(({ id }) => id !== page.id).map((each) => each.templatePageName));
  const options = templatePages
    .filter(({ name }) => mayRepeat(name) || !others.has(name))
    .map(({ name, title }): { value: string; label: string } => ({ value: name, label: title }));
  const { currentData: pdfs } = usePdfResourcesQuery(template.platformId);
  return (
    <EditorCard
      {...card}
      holders={[template.templateName]}
      title={isNew ? 'New page' : pageTitle(page)}
      action="Save page"
      form={form}
      isDirty={isDirty}
      onDiscard={discard}
      newer={saves.newer}
      below={!isNew && <ChangesList templateId={template.id} pageId={page.id} />}
    >
      <SelectField
        wide
        required
        label="Page template"
        placeholder="Choose a page"
        options={[...options, { value: pdfPage, label: titleOf(pdfPage) }]}
        {...form.choice('templatePageName')}
      />
      {templatePageName === pdfPage && (
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            wide
            required
            label="Pdf filename"
            placeholder={pdfs?.length === 0 ? 'Upload a PDF first' : 'Choose a PDF'}
            options={(pdfs ?? []).map(({ filename, pages }) => ({
              value: filename,
              label: `${filename} (${pages} ${pages === 1 ? 'page' : 'pages'})`,
            }))}
            {...form.choice('sourceFilename')}
          />
          <TextField
            compact
            label="Source page"
            mark={REQUIRED}
            inputMode="numeric"
            {...form.text('sourcePageNumber')}
          />
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField compact label="Number" mark={REQUIRED} inputMode="numeric" {...form.text('templatePageNumber')} />
        <TextField compact label="Sequence" mark={REQUIRED} inputMode="numeric" {...form.text('sequence')} />
      </div>
      <TextField
        compact
        label="Heading"
        maxLength={longestTitle}
        placeholder={templatePageName === '' ? '' : titleOf(templatePageName as TemplatePageName)}
        {...form.text('heading')}
      />
    </EditorCard>
  );
}

/** The same parts, with one of them changed or added. */
const withPart = <Part extends { id: string; sequence: number }>(parts: readonly Part[], part: Part): Part[] =>
  [...parts.filter(({ id }) => id !== part.id), part].toSorted((a, b) => a.sequence - b.sequence);

/** A section of a custom page. */
export function SectionEditor({
  of,
  template,
  page,
  section,
  onDraft,
  onSaved,
  ...card
}: OnPage & { section: TemplateSection }) {
  const saves = useTemplateSave(of, template);
  const isNew = card.onDelete === null;
  const saved = {
    templateSectionName: section.templateSectionName,
    sequence: String(section.sequence),
    heading: section.heading ?? '',
  };
  const form = useRequestForm({
    of,
    schema: sectionRequest,
    values: saved,
    request: ({ templateSectionName, sequence, heading }) => ({
      id: section.id,
      templateSectionName,
      sequence: numberOf(sequence),
      heading,
    }),
    send: (request) => saves.send(withPages(template, [withSections(page, [request])])),
    onRefused: saves.onRefused,
    onDone: (_, made): void => {
      took(form.values, {
        templateSectionName: made.templateSectionName,
        sequence: String(made.sequence),
        heading: made.heading ?? '',
      });
      onSaved();
    },
    failed: FAILED,
    unsaved: null,
  });
  const { isDirty, discard, took } = useEdited(of, form, saved, saves);
  const { templateSectionName, sequence, heading } = form.values;
  const typed: TemplateSection = {
    ...section,
    templateSectionName,
    sequence: drawn(sequence, section.sequence),
    heading: orNull(heading),
  };
  useDraft({ ...page, pageSections: withPart(page.pageSections, typed) }, onDraft);
  return (
    <EditorCard
      {...card}
      holders={[template.templateName, pageTitle(page)]}
      title={isNew ? 'New section' : sectionTitle(section)}
      action="Save section"
      form={form}
      isDirty={isDirty}
      onDiscard={discard}
      newer={saves.newer}
      below={!isNew && <ChangesList templateId={template.id} pageId={page.id} />}
    >
      <TextField compact label="Name" mark={REQUIRED} maxLength={longestTitle} {...form.text('templateSectionName')} />
      <TextField compact label="Sequence" mark={REQUIRED} inputMode="numeric" {...form.text('sequence')} />
      <TextField
        compact
        label="Heading"
        maxLength={longestTitle}
        placeholder={templateSectionName}
        {...form.text('heading')}
      />
    </EditorCard>
  );
}

interface ItemProps extends OnPage {
  section: TemplateSection;
  item: TemplateItem;
}

/** An item of a section: its text, and the small print below. */
export function ItemEditor({ of, template, page, section, item, onDraft, onSaved, ...card }: ItemProps) {
  const saves = useTemplateSave(of, template);
  const isNew = card.onDelete === null;
  const saved = { sequence: String(item.sequence), text: item.text, note: item.note ?? '' };
  const form = useRequestForm({
    of,
    schema: itemRequest,
    values: saved,
    request: ({ sequence, text, note }) => ({ id: item.id, sequence: numberOf(sequence), text, note }),
    send: (request) => saves.send(withPages(template, [withSections(page, [withItems(section, [request])])])),
    onRefused: saves.onRefused,
    onDone: (_, made): void => {
      took(form.values, { sequence: String(made.sequence), text: made.text, note: made.note ?? '' });
      onSaved();
    },
    failed: FAILED,
    unsaved: null,
  });
  const { isDirty, discard, took } = useEdited(of, form, saved, saves);
  const { sequence, text, note } = form.values;
  const typed: TemplateItem = { ...item, sequence: drawn(sequence, item.sequence), text, note: orNull(note) };
  const typedSection = { ...section, sectionItems: withPart(section.sectionItems, typed) };
  useDraft({ ...page, pageSections: withPart(page.pageSections, typedSection) }, onDraft);
  return (
    <EditorCard
      {...card}
      holders={[template.templateName, pageTitle(page), sectionTitle(section)]}
      title={isNew ? 'New item' : `Item ${item.sequence}`}
      action="Save item"
      form={form}
      isDirty={isDirty}
      onDiscard={discard}
      newer={saves.newer}
      below={!isNew && <ChangesList templateId={template.id} pageId={page.id} />}
    >
      <TextField
        compact
        label="Sequence"
        mark={REQUIRED}
        inputMode="numeric"
        className="max-w-32"
        {...form.text('sequence')}
      />
      <TextAreaField label="Text" required rows={4} maxLength={longestText} {...form.choice('text')} />
      <TextAreaField
        label="Note"
        maxLength={longestNote}
        placeholder="Small print below the text"
        {...form.choice('note')}
      />
    </EditorCard>
  );
}
