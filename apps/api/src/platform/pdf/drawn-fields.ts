import {
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFDropdown,
  PDFName,
  PDFOptionList,
  PDFTextField,
  StandardFonts,
  type PDFField,
} from '@cantoo/pdf-lib';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { ParsedPdf } from './parsed-pdf.js';

const hasValue = ({ acroField }: PDFField): boolean => acroField.V() !== undefined;
const isWritten = (field: PDFField): boolean =>
  field instanceof PDFTextField || field instanceof PDFDropdown || field instanceof PDFOptionList;

/**
 * Gives the filled fields of a form a look where a viewer would draw one from their values. Throws RuleViolation for a field whose value
 * cannot be drawn.
 */
export async function drawFields({ context, catalog }: ParsedPdf): Promise<void> {
  const form = catalog.lookup(PDFName.of('AcroForm'));
  if (!(form instanceof PDFDict)) return;
  const isRedrawn = form.lookup(PDFName.of('NeedAppearances')) === PDFBool.True;
  try {
    // Its constructor is private only because a document is usually read by it.
    const document = Reflect.construct(PDFDocument, [context, true, false]) as PDFDocument;
    const fields = document.getForm().getFields();
    const bare = fields.filter(
      (field) => hasValue(field) && (field.needsAppearancesUpdate() || (isRedrawn && isWritten(field))),
    );
    if (bare.length === 0) return;
    const font = await document.embedFont(StandardFonts.Helvetica);
    for (const field of bare) field.defaultUpdateAppearances(font);
    await document.flush();
  } catch {
    throw new RuleViolation('invalid', 'Its form cannot be read. Print it to a PDF and try again.');
  }
}
