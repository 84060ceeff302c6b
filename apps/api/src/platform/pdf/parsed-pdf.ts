import { PDFCatalog, PDFParser, type PDFContext, type PDFObject, type PDFRef } from '@cantoo/pdf-lib';

export interface ParsedPdf {
  /** The newest definition of each object. */
  context: PDFContext;
  catalog: PDFCatalog;
  /** Every definition of every object, also those that a later one replaces. */
  definitions: PDFObject[];
  isEncrypted: boolean;
}

class Parser extends PDFParser {
  readonly definitions: PDFObject[] = [];

  constructor(bytes: Uint8Array) {
    super(bytes);
    const { context, definitions } = this;
    const assign = context.assign.bind(context);
    context.assign = (ref: PDFRef, object: PDFObject) => {
      definitions.push(object);
      assign(ref, object);
    };
  }
}

/** Null for a file in which nothing says what it consists of. */
export async function parsedPdf(bytes: Uint8Array): Promise<ParsedPdf | null> {
  try {
    const parser = new Parser(bytes);
    const context = await parser.parseDocument();
    const catalog = context.lookup(context.trailerInfo.Root);
    const isEncrypted = context.lookup(context.trailerInfo.Encrypt) !== undefined;
    return catalog instanceof PDFCatalog || isEncrypted
      ? { context, catalog: catalog as PDFCatalog, definitions: parser.definitions, isEncrypted }
      : null;
  } catch {
    return null;
  }
}
