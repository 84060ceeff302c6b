import {
  conflictingSequence,
  mappingRequest,
  nextSequence,
  titleOf,
  type DocumentMapping,
  type DocumentMappings,
  type LibraryDocument,
  type PlanMapped,
} from '@superscope/contracts/microsites';
import { useState } from 'react';
import { FailureText } from '../../portal/api/failure';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { useMapPlanMutation, useMappingsQuery, useSaveMappingMutation } from './microsite-documents.api';
import type { Chosen } from './use-filters';
import { TYPE_NAMES } from './type-names';

interface Props {
  plan: Chosen;
  employer: Chosen;
  /** The employer's mappings. */
  mappings: readonly DocumentMapping[];
  /** The documents that the employer could have. */
  documents: readonly LibraryDocument[];
  /** The document to add; null to choose one. */
  document: LibraryDocument | null;
  /** The mapping to revise; null adds one. */
  mapping: DocumentMapping | null;
  /** Of the employer's list. */
  revision: number;
  onClose: () => void;
  /** Takes what there is to say of employers of the plan who could not get the document. */
  onLeftOut: (text: string) => void;
}

/** Adds a document to an employer's microsite, or to those of all employers of its plan; or gives one another sequence. */
export function MappingDialog({ plan, employer, mappings, documents, document, mapping, ...props }: Props) {
  const { revision, onClose, onLeftOut } = props;
  const [save] = useSaveMappingMutation();
  const [mapPlan] = useMapPlanMutation();
  const [forPlan, setForPlan] = useState(false);
  const isNew = mapping === null;
  const others = mappings.filter(({ id }) => id !== mapping?.id);
  const taken = new Set(others.map(({ documentId }) => documentId));
  const offered = documents.filter(({ documentId }) => !taken.has(documentId));
  const form = useRequestForm({
    of: [employer.id, mapping?.id ?? document?.documentId ?? 'new mapping'].join(' '),
    schema: mappingRequest,
    values: {
      documentId: mapping?.documentId ?? document?.documentId ?? '',
      sequence: String(mapping?.sequence ?? nextSequence(mappings)),
    },
    request: ({ documentId, sequence }) => ({
      mappingId: mapping?.id ?? null,
      companyId: employer.id,
      documentId,
      sequence: sequence.trim() === '' ? Number.NaN : Number(sequence),
    }),
    rules: ({ documentId, sequence }) => ({
      documentId: documentId === '' && 'Document is required',
      sequence: !forPlan && others.some((each) => each.sequence === Number(sequence)) && conflictingSequence,
    }),
    revision,
    send: async (request, revision): Promise<PlanMapped['leftOut']> => {
      if (forPlan) return (await mapPlan({ planId: plan.id, documentId: request.documentId }).unwrap()).leftOut;
      await save({ ...request, ...(!isNew && { revision }) }).unwrap();
      return [];
    },
    onDone: (leftOut) => {
      onClose();
      if (leftOut.length > 0)
        onLeftOut(`Not added for ${leftOut.map(({ companyName, reason }) => `${companyName}: ${reason}`).join(' ')}`);
    },
    alsoEntered: forPlan,
    failed: 'It was not saved. Please try again.',
  });
  const chosen = documents.find(({ documentId }) => documentId === form.values.documentId);
  const { currentData: ofPlan, error } = useMappingsQuery({ planId: plan.id }, { skip: !isNew });
  const employers = ofPlan === undefined || chosen === undefined ? [] : placesIn(ofPlan, chosen);
  const count = employers.filter(({ at }) => at !== null).length;
  return (
    <FormDialog
      title={document === null ? (isNew ? 'Add a document' : 'Change its place') : titleOf(document)}
      action={isNew ? (forPlan ? `Add to ${count}` : 'Add') : 'Save'}
      form={form}
      onClose={onClose}
      intro={`For the microsite of ${employer.name}.`}
    >
      {document === null && (
        <SelectField
          wide
          required
          label="Document"
          placeholder="Choose a document"
          options={offered.map((each) => ({
            value: each.documentId,
            label: `${titleOf(each)} (${TYPE_NAMES[each.type]})`,
          }))}
          {...form.choice('documentId')}
        />
      )}
      {!forPlan && <TextField compact label="Sequence" inputMode="numeric" maxLength={6} {...form.text('sequence')} />}
      {isNew && chosen?.companyId === null && employers.length > 1 && (
        <div>
          <label className="flex min-h-9 items-center gap-2 text-base pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-brand"
              checked={forPlan}
              onChange={({ target }) => setForPlan(target.checked)}
            />
            Map to all {employers.length} employers of the plan
          </label>
          {forPlan && (
            <ul aria-label="Employers of the plan" className="mt-1 max-h-60 divide-y overflow-auto border-y text-base">
              {employers.map(({ companyId, name, at, last }) => (
                <li key={companyId} className="flex justify-between gap-3 py-1.5">
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                  <span className="shrink-0 text-ink-2">
                    {at === null ? 'has it already' : at === last + 1 && last > 0 ? `at ${at}, the end` : `at ${at}`}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {error !== undefined && (
        <div className="text-sm text-ink-3">
          <FailureText error={error} otherwise="The other employers of the plan could not be read." />
        </div>
      )}
    </FormDialog>
  );
}

/** Where a document would stand for each employer of a plan; null where it stands already. */
function placesIn({ lists, mappings }: DocumentMappings, { documentId }: LibraryDocument) {
  return lists.map(({ companyId, companyName }) => {
    const own = mappings.filter((each) => each.companyId === companyId);
    const last = nextSequence(own) - 1;
    const has = own.some((each) => each.documentId === documentId);
    return { companyId, name: companyName, at: has ? null : last + 1, last };
  });
}
