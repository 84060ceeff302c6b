import {
  AlignmentType,
  BorderStyle,
  CheckBox,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  Paragraph,
  TabStopType,
  TextRun,
} from 'docx';
import type { Checklist, ChecklistItem } from './checklist.js';

const NOTICE = 'General information, not personal advice. Small adjustments protect members; figures may not add up.';
const GREY = '5B6660';
/** In twentieths of a point. */
const PAGE_END = 9_600;
const INDENT = 420;

const itemLines = ({ label, figures, assumes }: ChecklistItem) => [
  new Paragraph({
    spacing: { before: 160 },
    keepNext: true,
    children: [new CheckBox({ checked: false, alias: label }), new TextRun({ text: ` ${label}`, bold: true })],
  }),
  new Paragraph({ indent: { left: INDENT }, keepNext: true, text: figures }),
  new Paragraph({
    indent: { left: INDENT },
    keepNext: true,
    children: [new TextRun({ text: `Assumes: ${assumes}`, color: GREY })],
  }),
  new Paragraph({
    indent: { left: INDENT },
    tabStops: [{ type: TabStopType.LEFT, position: PAGE_END / 2 }],
    border: { bottom: { style: BorderStyle.DOTTED, size: 4, space: 4, color: GREY } },
    children: [new TextRun({ text: 'Who:\tBy when:', color: GREY })],
  }),
];

/** The checklist as a Word document. */
export function checklistDocument({ companyName, planName, figuresOf, score, areas }: Checklist): Promise<Buffer> {
  const figures = figuresOf === null ? 'No month is published yet.' : `Figures of ${figuresOf}.`;
  const document = new Document({
    title: `SuperScore checklist, ${companyName}`,
    creator: 'Superscope',
    styles: { default: { document: { run: { font: 'Calibri', size: 21 } } } },
    sections: [
      {
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                alignment: AlignmentType.CENTER,
                children: [new TextRun({ text: NOTICE, size: 17, color: GREY })],
              }),
            ],
          }),
        },
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, text: 'SuperScore checklist' }),
          new Paragraph({ children: [new TextRun({ text: companyName, bold: true }), new TextRun(`, ${planName}`)] }),
          new Paragraph({ text: `SuperScore of the plan: ${score}. ${figures}` }),
          ...(areas.length === 0 ? [new Paragraph({ spacing: { before: 240 }, text: NOTHING })] : []),
          ...areas.flatMap(({ title, items }) => [
            new Paragraph({ heading: HeadingLevel.HEADING_1, spacing: { before: 320 }, keepNext: true, text: title }),
            ...items.flatMap(itemLines),
          ]),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}

const NOTHING = 'There is nothing to tick before the first month of the plan is published.';
