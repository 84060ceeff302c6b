import { earliestDay, latestDay } from '@superscope/contracts/csv-columns';
import {
  longestTitle,
  templateDetails,
  usualDates,
  usualTemplate,
  type Template,
  type TemplateSaved,
} from '@superscope/contracts/report-templates';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { DateField } from '../../ui/date-field';
import { sydneyToday } from '../../ui/format';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { EditorCard } from './editor-card';
import { FAILED, missingDates, REQUIRED } from './editors';
import { Precedence } from './precedence';
import { useSaveTemplateMutation } from './report-templates.api';
import type { ChosenScope } from './scope-bar';
import { copiedPages, usualPages } from './template-parts';
import { isSame } from './use-edited';
import { USUAL_REPORT } from './usual-report';

interface Props {
  scope: ChosenScope;
  /** Whose pages it may begin with, beside those of the usual report. */
  templates: readonly Template[];
  /** The template whose pages it begins with; null for the usual ones. */
  from: Template | null;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: (templateId: string) => void;
}

/** Makes a template for the employer, plan or platform that is chosen. */
export function NewTemplateForm({ scope: { platform, plan, employer }, templates, from, ...card }: Props) {
  const [save] = useSaveTemplateMutation();
  const dates = usualDates(sydneyToday());
  const first = {
    templateName: usualTemplate as string,
    reportingStartDate: dates.reportingStartDate as string | null,
    reportingEndDate: dates.reportingEndDate as string | null,
    pagesOf: from?.id ?? usualTemplate,
  };
  const form = useRequestForm({
    of: `template for ${[platform, plan, employer].map((each) => each?.id).join()}`,
    schema: templateDetails,
    values: first,
    request: ({ templateName, reportingStartDate, reportingEndDate }) => ({
      platformId: platform?.id ?? '',
      planId: plan?.id ?? null,
      companyId: employer?.id ?? null,
      templateName,
      reportingStartDate: reportingStartDate ?? '',
      reportingEndDate: reportingEndDate ?? '',
    }),
    rules: missingDates,
    send: (request): Promise<TemplateSaved> => {
      const copied = templates.find(({ id }) => id === form.values.pagesOf);
      return save({
        ...request,
        reportPages: copied === undefined ? usualPages : copiedPages(copied),
      }).unwrap();
    },
    onDone: ({ id }) => card.onSaved(id),
    failed: FAILED,
    unsaved: null,
  });
  const { values } = form;
  return (
    <EditorCard
      holders={[]}
      title="New template"
      action="Save template"
      form={form}
      isDirty={!isSame(values, first)}
      onDirty={card.onDirty}
      onDiscard={form.reset}
      onDelete={null}
      onCancel={card.onCancel}
    >
      <p className="text-base text-ink-2">
        For {employer?.name ?? plan?.name ?? platform?.name}
        {employer === null &&
          (plan === null ? ': every plan without a template of its own' : ': every employer without one')}
      </p>
      {platform !== null && (
        <Precedence of={{ platformId: platform.id, planId: plan?.id ?? null, companyId: employer?.id ?? null }} />
      )}
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
      <SelectField
        wide
        label="Begins with the pages of"
        options={[
          ...templates.map(({ id, templateName, serves }) => ({ value: id, label: `${templateName} (${serves})` })),
          { value: usualTemplate, label: USUAL_REPORT },
        ]}
        {...form.choice('pagesOf')}
      />
    </EditorCard>
  );
}
