import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import type { ReportTemplateEvent, WholePage } from './report-template.events.js';
import {
  bringBackPage,
  bringBackTemplate,
  deleteItem,
  deletePage,
  deleteSection,
  deleteTemplate,
  mostCharacters,
  reportTemplateStream,
  saveTemplate,
  templateChanged,
  templateIdOf,
  type ReportTemplate,
} from './report-template.js';

const templateId = 'employer-T.E1';
const scope = { platformId: 'T', planId: 'T.K1', companyId: 'T.E1' };
const details = { templateName: 'KFG annual', reportingStartDate: '2025-11-01', reportingEndDate: '2026-10-31' };
const created: ReportTemplateEvent = { type: 'ReportTemplateCreated', data: { templateId, ...scope, ...details } };

const year: WholePage = {
  pageId: 'p1',
  templatePageNumber: 22,
  templatePageName: 'CustomBiSectionPage',
  sequence: 22,
  heading: 'Your committee’s year',
  sourceFilename: null,
  sourcePageNumber: null,
  sections: [
    {
      sectionId: 's1',
      templateSectionName: 'What we did',
      sequence: 1,
      heading: null,
      items: [{ itemId: 'i1', sequence: 1, text: 'Two seminars.', note: null }],
    },
  ],
};
const cover: WholePage = {
  ...year,
  pageId: 'p0',
  templatePageNumber: 1,
  templatePageName: 'CoverPage',
  sequence: 1,
  heading: null,
  sections: [],
};
const template = (...pages: WholePage[]): ReportTemplate => ({ ...scope, ...details, pages });

const { sections, ...yearFields } = year;
const { items, ...sectionFields } = sections[0]!;
const yearSaved: ReportTemplateEvent = { type: 'ReportPageSaved', data: { templateId, ...yearFields } };
const sectionSaved: ReportTemplateEvent = {
  type: 'ReportSectionSaved',
  data: { templateId, pageId: 'p1', ...sectionFields },
};
const itemSaved: ReportTemplateEvent = {
  type: 'ReportItemSaved',
  data: { templateId, pageId: 'p1', sectionId: 's1', ...items[0]! },
};
const whole = [created, yearSaved, sectionSaved, itemSaved];

const withText = (text: string): WholePage => ({
  ...year,
  sections: [{ ...sections[0]!, items: [{ ...items[0]!, text }] }],
});

describe('whom a template serves', () => {
  it('is one employer, a plan or a platform, each with one template', () => {
    expect(templateIdOf(scope)).toBe('employer-T.E1');
    expect(templateIdOf({ ...scope, companyId: null })).toBe('plan-T.K1');
    expect(templateIdOf({ platformId: 'T', planId: null, companyId: null })).toBe('platform-T');
  });
});

describe('saving a template', () => {
  it('creates it with its pages, sections and items', () =>
    given(reportTemplateStream)
      .when(saveTemplate(template(year), { isNew: true }))
      .then(...whole));

  it('refuses a second one for the same employer', () =>
    given(reportTemplateStream, created)
      .when(saveTemplate(template(), { isNew: true }))
      .thenRefuses('conflict', 'There is a template for this already: KFG annual.'));

  it('refuses one that is not there', () =>
    given(reportTemplateStream)
      .when(saveTemplate(template(), { isNew: false }))
      .thenRefuses('not-found', 'There is no such template.'));

  it('records only what differs', () =>
    given(reportTemplateStream, ...whole)
      .when(saveTemplate(template(withText('Three seminars.')), { isNew: false }))
      .then({
        type: 'ReportItemSaved',
        data: {
          templateId,
          pageId: 'p1',
          sectionId: 's1',
          itemId: 'i1',
          sequence: 1,
          text: 'Three seminars.',
          note: null,
        },
      }));

  it('writes nothing when nothing differs', () =>
    given(reportTemplateStream, ...whole)
      .when(saveTemplate(template(year), { isNew: false }))
      .then());

  it('leaves pages that are not given where they are', () =>
    given(reportTemplateStream, ...whole)
      .when(saveTemplate({ ...template(), templateName: 'KFG' }, { isNew: false }))
      .then({ type: 'ReportTemplateRevised', data: { templateId, ...details, templateName: 'KFG' } }));

  it('can be done again after it was deleted', () =>
    given(reportTemplateStream, created, { type: 'ReportTemplateDeleted', data: { templateId } })
      .when(saveTemplate(template(), { isNew: true }))
      .then(created));
});

describe('a save that is based on a revision', () => {
  const mine = saveTemplate(template(withText('Mine.')), { isNew: false, revision: 3 });
  const theirs: ReportTemplateEvent = {
    type: 'ReportItemSaved',
    data: { ...itemSaved.data, text: 'Theirs.' },
  };

  it('is written while nobody changed the template since', () =>
    given(reportTemplateStream, ...whole)
      .when(mine)
      .then({ type: 'ReportItemSaved', data: { ...itemSaved.data, text: 'Mine.' } }));

  it('is refused once somebody did', () =>
    given(reportTemplateStream, ...whole, theirs)
      .when(mine)
      .thenRefuses('conflict', templateChanged));

  it('does not bring back a page that was deleted since', () =>
    given(reportTemplateStream, ...whole, { type: 'ReportPageDeleted', data: { templateId, pageId: 'p1' } })
      .when(saveTemplate(template(year), { isNew: false, revision: 3 }))
      .thenRefuses('conflict', templateChanged));

  it('is refused after the template was deleted', () =>
    given(reportTemplateStream, ...whole, { type: 'ReportTemplateDeleted', data: { templateId } })
      .when(mine)
      .thenRefuses('conflict', templateChanged));

  it('is refused when it names a revision that there is not yet', () =>
    given(reportTemplateStream, ...whole)
      .when(saveTemplate(template(withText('Mine.')), { isNew: false, revision: 4 }))
      .thenRefuses('conflict', templateChanged));

  it('may repeat what is saved already, which changes nothing', () =>
    given(reportTemplateStream, ...whole, theirs)
      .when(saveTemplate(template(withText('Theirs.')), { isNew: false, revision: 3 }))
      .then());
});

describe('a template', () => {
  const refused = (given_: ReportTemplate, message: string) =>
    given(reportTemplateStream)
      .when(saveTemplate(given_, { isNew: true }))
      .thenRefuses('invalid', message);
  const pdf: WholePage = { ...cover, templatePageName: 'PdfSourcePage', sourceFilename: 'A.pdf', sourcePageNumber: 3 };

  it('ends after it starts', () =>
    refused({ ...template(), reportingStartDate: '2026-10-31' }, 'The as-at date must be after the start date.'));

  it('has each page of figures once', () =>
    refused(template(cover, { ...cover, pageId: 'p9' }), 'This template has the page Cover already.'));

  it('may have several custom pages and pages of PDFs', () => {
    const pages = [year, { ...year, pageId: 'p2', sections: [] }, pdf, { ...pdf, pageId: 'p3' }];
    const events = saveTemplate(template(...pages), { isNew: true })(reportTemplateStream.initial);
    expect(events.filter(({ type }) => type === 'ReportPageSaved')).toHaveLength(4);
  });

  it('has sections on custom pages only, two at most', () => {
    refused(template({ ...cover, sections: year.sections }), 'Only a custom page has sections.');
    const three = ['a', 'b', 'c'].map((sectionId) => ({ ...sections[0]!, sectionId }));
    refused(template({ ...year, sections: three }), 'A custom page has at most 2 sections.');
  });

  it('names the file and the page of a PDF, and of nothing else', () => {
    refused(template({ ...pdf, sourceFilename: null }), 'Pdf filename is required');
    refused(template({ ...pdf, sourcePageNumber: null }), 'Source page is required');
    refused(template({ ...cover, sourceFilename: 'A.pdf' }), 'Only a page of a PDF names a file.');
  });

  it('is never larger than an event may be', () =>
    refused(template(withText('x'.repeat(mostCharacters))), 'A template holds at most 60,000 characters.'));
});

describe('deleting', () => {
  const at = { templateId, pageId: 'p1', sectionId: 's1' };

  it.each([
    [deleteTemplate(templateId), { type: 'ReportTemplateDeleted', data: { templateId } }],
    [deletePage(templateId, 'p1'), { type: 'ReportPageDeleted', data: { templateId, pageId: 'p1' } }],
    [deleteSection(templateId, 'p1', 's1'), { type: 'ReportSectionDeleted', data: at }],
    [deleteItem(templateId, 'p1', 's1', 'i1'), { type: 'ReportItemDeleted', data: { ...at, itemId: 'i1' } }],
  ] as const)('works at each level', (decision, event) =>
    given(reportTemplateStream, ...whole)
      .when(decision)
      .then(event),
  );

  it.each([
    [deletePage(templateId, 'p2'), 'There is no such page.'],
    [deleteSection(templateId, 'p1', 's2'), 'There is no such section.'],
    [deleteItem(templateId, 'p1', 's1', 'i2'), 'There is no such item.'],
  ] as const)('refuses what is not there', (decision, message) =>
    given(reportTemplateStream, ...whole)
      .when(decision)
      .thenRefuses('not-found', message),
  );
});

describe('an older state', () => {
  const changed: ReportTemplateEvent = { type: 'ReportItemSaved', data: { ...itemSaved.data, text: 'Nine.' } };
  const deleted: ReportTemplateEvent = { type: 'ReportPageDeleted', data: { templateId, pageId: 'p1' } };

  it('of a page is brought back by an event that names the revision', () =>
    given(reportTemplateStream, ...whole, changed)
      .when(bringBackPage(templateId, 'p1', 3))
      .then({ type: 'ReportPageBroughtBack', data: { templateId, broughtBack: 3, page: year } }));

  it('of a page that was deleted too', () =>
    given(reportTemplateStream, ...whole, deleted)
      .when(bringBackPage(templateId, 'p1', 3))
      .then({ type: 'ReportPageBroughtBack', data: { templateId, broughtBack: 3, page: year } }));

  it('of a template is, also after it was deleted', () =>
    given(reportTemplateStream, ...whole, { type: 'ReportTemplateDeleted', data: { templateId } })
      .when(bringBackTemplate(templateId, 3))
      .then({
        type: 'ReportTemplateBroughtBack',
        data: { templateId, ...scope, ...details, broughtBack: 3, pages: [year] },
      }));

  it('is written once, and can itself be brought back', () => {
    const back: ReportTemplateEvent = {
      type: 'ReportPageBroughtBack',
      data: { templateId, broughtBack: 3, page: year },
    };
    given(reportTemplateStream, ...whole, changed, back)
      .when(bringBackPage(templateId, 'p1', 3))
      .then();
    given(reportTemplateStream, ...whole, changed, back)
      .when(bringBackPage(templateId, 'p1', 4))
      .then({ type: 'ReportPageBroughtBack', data: { templateId, broughtBack: 4, page: withText('Nine.') } });
  });

  it('is refused where there was none', () => {
    const past = [...whole, deleted];
    given(reportTemplateStream, ...past)
      .when(bringBackPage(templateId, 'p1', 0))
      .thenRefuses('conflict', 'There was no such page then.');
    given(reportTemplateStream, ...past)
      .when(bringBackTemplate(templateId, 9))
      .thenRefuses('not-found', 'There is no such change.');
    given(reportTemplateStream, created, { type: 'ReportTemplateDeleted', data: { templateId } }, created)
      .when(bringBackTemplate(templateId, 1))
      .thenRefuses('conflict', 'The template was deleted by then.');
  });

  it('of a page is refused where the template has that page by another id now', () => {
    const { sections: _, ...coverFields } = cover;
    const one: ReportTemplateEvent = { type: 'ReportPageSaved', data: { templateId, ...coverFields } };
    const other: ReportTemplateEvent = { type: 'ReportPageSaved', data: { templateId, ...coverFields, pageId: 'p9' } };
    given(reportTemplateStream, created, one, { type: 'ReportPageDeleted', data: { templateId, pageId: 'p0' } }, other)
      .when(bringBackPage(templateId, 'p0', 1))
      .thenRefuses('invalid', 'This template has the page Cover already.');
  });
});
