import { templatePages, titleOf, usualTemplate, type Template } from '@superscope/contracts/report-templates';
import type { TreeLine } from '../../ui/tree';
import { inTemplate, textOf, type Place } from './scope';
import { pageTitle, sectionTitle } from './template-parts';
import { USUAL_REPORT } from './usual-report';

/** A line of the tree. */
export interface TreeRow extends TreeLine {
  /** `key` is the place as text. */
  place: Place;
  level: 1 | 2 | 3 | 4;
  /** Its sequence; null for a template or a section. */
  number: number | null;
  label: string;
  note: string;
}

const count = (of: number, noun: string) => `${of} ${noun}${of === 1 ? '' : 's'}`;

const servedBy = ({ planId, companyId }: Template) =>
  companyId !== null ? 'employer' : planId !== null ? 'plan' : 'platform';

type Sibling = Omit<TreeRow, 'key' | 'position' | 'siblings'> & { below: () => TreeRow[] };

const flat = (siblings: readonly Sibling[]): TreeRow[] =>
  siblings.flatMap(({ below, ...row }, at) => [
    { ...row, key: textOf(row.place), position: at + 1, siblings: siblings.length },
    ...(row.isOpen === true ? below() : []),
  ]);

const none = (): TreeRow[] => [];

/** The lines of the tree that are seen: templates, and what is in those that are open. The usual report stands last. */
export function treeRows(templates: readonly Template[], open: ReadonlySet<string>): TreeRow[] {
  const isOpen = (place: Place, holds: number) => (holds === 0 ? null : open.has(textOf(place)));
  const rows = templates.map((template): Sibling => {
    const place = inTemplate(template.id);
    return {
      place,
      level: 1,
      number: null,
      label: template.templateName,
      note: `${servedBy(template)}, ${count(template.reportPages.length, 'page')}`,
      isOpen: isOpen(place, template.reportPages.length),
      below: () => pageRows(template, isOpen),
    };
  });
  const usual = inTemplate(usualTemplate);
  return flat([
    ...rows,
    {
      place: usual,
      level: 1,
      number: null,
      label: USUAL_REPORT,
      note: 'all others',
      isOpen: isOpen(usual, templatePages.length),
      below: () =>
        flat(
          templatePages.map(({ name, number }) => ({
            place: inTemplate(usualTemplate, name),
            level: 2,
            number,
            label: titleOf(name),
            note: '',
            isOpen: null,
            below: none,
          })),
        ),
    },
  ]);
}

type Openness = (place: Place, holds: number) => boolean | null;

const pageRows = (template: Template, isOpen: Openness): TreeRow[] =>
  flat(
    template.reportPages.map((page): Sibling => {
      const place = inTemplate(template.id, page.id);
      return {
        place,
        level: 2,
        number: page.sequence,
        label: pageTitle(page),
        note: page.sourcePageNumber === null ? '' : `PDF p. ${page.sourcePageNumber}`,
        isOpen: isOpen(place, page.pageSections.length),
        below: () =>
          flat(
            page.pageSections.map((section): Sibling => {
              const at = inTemplate(template.id, page.id, section.id);
              return {
                place: at,
                level: 3,
                number: null,
                label: sectionTitle(section),
                note: count(section.sectionItems.length, 'item'),
                isOpen: isOpen(at, section.sectionItems.length),
                below: () =>
                  flat(
                    section.sectionItems.map((item) => ({
                      place: inTemplate(template.id, page.id, section.id, item.id),
                      level: 4,
                      number: item.sequence,
                      label: item.text,
                      note: '',
                      isOpen: null,
                      below: none,
                    })),
                  ),
              };
            }),
          ),
      };
    }),
  );

/** The keys of everything that holds a place, so that the place is seen once they are open. */
export const holdersOf = ({ templateId, pageId, sectionId, itemId }: Place): string[] => [
  ...(pageId === null ? [] : [textOf(inTemplate(templateId))]),
  ...(pageId === null || sectionId === null ? [] : [textOf(inTemplate(templateId, pageId))]),
  ...(pageId === null || sectionId === null || itemId === null
    ? []
    : [textOf(inTemplate(templateId, pageId, sectionId))]),
];
