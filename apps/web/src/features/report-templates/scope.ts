/** What templates are looked for by. */
export interface Scope {
  platformId: string | null;
  planId: string | null;
  companyId: string | null;
}

/** The template, page, section or item that is chosen; what follows an id that is null is null. */
export interface Place {
  templateId: string;
  pageId: string | null;
  sectionId: string | null;
  itemId: string | null;
}

/** Stands for a part that is being added, and as a template for one that is. */
export const added = 'new';

export const placeOf = (text: string | null): Place | null => {
  const [templateId, pageId = null, sectionId = null, itemId = null] = text?.split('/') ?? [];
  return templateId ? { templateId, pageId, sectionId, itemId } : null;
};

export const textOf = ({ templateId, pageId, sectionId, itemId }: Place): string =>
  [templateId, pageId, sectionId, itemId].filter((id) => id !== null).join('/');

export const inTemplate = (templateId: string, ...[pageId, sectionId, itemId]: string[]): Place => ({
  templateId,
  pageId: pageId ?? null,
  sectionId: sectionId ?? null,
  itemId: itemId ?? null,
});
