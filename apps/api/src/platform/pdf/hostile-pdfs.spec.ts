import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFStream } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { contentsOfKept } from './kept-stream.js';
import { packedObjects, rawPdf, rawSection, rawStream, rawUpdate, type RawObject } from './raw-pdf.js';
import { dictionariesIn } from './refused-contents.js';
import { rewritePdf } from './rewrite-pdf.js';

const page = (more: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << >> /Contents 4 0 R ${more} >>`;
const catalog = (more: string) => `<< /Type /Catalog /Pages 2 0 R ${more} >>`;
const link = (action: string) => page(`/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>]`);
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';

const forbidden = [
  'JavaScript',
  'JS',
  'AA',
  'OpenAction',
  'Launch',
  'GoToR',
  'GoToE',
  'SubmitForm',
  'ImportData',
  'EmbeddedFiles',
  'EmbeddedFile',
  'EF',
  'XFA',
  'AcroForm',
  'RichMedia',
  'FileAttachment',
  'Sig',
  'ByteRange',
  'Names',
  'Next',
];

/** What is kept holds nothing that was not put there on purpose, however it is read. */
async function expectClean(kept: Uint8Array): Promise<PDFDocument> {
  const text = Buffer.from(kept).toString('latin1');
  expect(text.slice(0, 9)).toBe('%PDF-1.7\n');
  expect(text.endsWith('\n%%EOF\n')).toBe(true);
  expect(text.match(/^startxref$/gm)).toHaveLength(1);
  const numbers = [...text.matchAll(/^(\d+) 0 obj$/gm)].map(([, number]) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  const document = await PDFDocument.load(kept, { updateMetadata: false, throwOnInvalidObject: true });
  const objects = document.context.enumerateIndirectObjects().map(([, object]) => object);
  const names = [...dictionariesIn(objects)].flatMap((dictionary) =>
    dictionary.entries().flatMap(([key, value]) => [key, ...(value instanceof PDFName ? [value] : [])]),
  );
  const found = new Set(names.map((each) => each.decodeText()));
  expect(forbidden.filter((each) => found.has(each))).toEqual([]);
  for (const object of objects)
    if (object instanceof PDFRawStream && !text.includes('DCTDecode'))
      expect(Buffer.from(contentsOfKept(object)).toString('latin1')).not.toMatch(/JavaScript|\/JS\b|Launch|GoTo[RE]/);
  const again = await rewritePdf(kept, '');
  expect(sha256(again.bytes)).toBe(sha256(kept));
  expect(again.notices).toEqual([]);
  return document;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function taken(file: Buffer) {
  const { bytes, notices } = await rewritePdf(file, '');
  return { document: await expectClean(bytes), notices, text: Buffer.from(bytes).toString('latin1') };
}

const contentsOf = (document: PDFDocument, at = 0): string => {
  const contents = document.getPage(at).node.Contents();
  const all =
    contents instanceof PDFArray ? contents.asArray().map((each) => document.context.lookup(each)) : [contents];
  return all.map((each) => Buffer.from(contentsOfKept(each as PDFRawStream)).toString('latin1')).join('\n');
};

describe('a hostile PDF', () => {
  it.each<[string, Buffer, string]>([
    ['JavaScript behind a first, harmless definition', rawUpdate(rawPdf({ 9: '<< >>' }), { 9: script }), 'JavaScript'],
    ['JavaScript that a later definition hides', rawUpdate(rawPdf({ 9: script }), { 9: '<< >>' }), 'JavaScript'],
    [
      'JavaScript twice in one revision',
      Buffer.concat([rawPdf(), Buffer.from(`3 0 obj\n${link(script)}\nendobj\n`)]),
      'JavaScript',
    ],
    [
      'JavaScript in packed objects',
      rawPdf({ 1: catalog('/OpenAction 9 0 R'), 10: packedObjects({ 9: script }) }),
      'JavaScript that runs',
    ],
    ['a name in other letters', rawPdf({ 9: '<< /S /#4Aava#53cript /#4a#53 (x) >>' }), 'JavaScript'],
    [
      'a script in the names',
      rawPdf({ 1: catalog(`/Names << /JavaScript << /Names [(a) ${script}] >> >>`) }),
      'JavaScript',
    ],
    [
      'an action behind a harmless one',
      rawPdf({ 1: catalog(`/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${script} >>`) }),
      'JavaScript',
    ],
    [
      'an address behind a harmless action',
      rawPdf({ 1: catalog('/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [<< /S /URI /URI (https://x.test) >>] >>') }),
      'does something when the file is opened',
    ],
    ['a program behind a link', rawPdf({ 3: link('<< /S /Launch /F (x.exe) >>') }), 'actions that start by themselves'],
    ['an address of a script', rawPdf({ 3: link('<< /S /URI /URI (java\\tscript:alert\\(1\\)) >>') }), 'JavaScript'],
    [
      'an action of a field in a field',
      rawPdf({
        1: catalog('/AcroForm << /Fields [9 0 R] >>'),
        9: '<< /T (a) /Kids [10 0 R] >>',
        10: '<< /T (b) /FT /Tx /AA << /K << /S /GoTo >> >> >>',
      }),
      'actions that start by themselves',
    ],
    [
      'a form that is sent',
      rawPdf({ 9: '<< /S /SubmitForm /F (https://x.test) >>' }),
      'actions that start by themselves',
    ],
    ['a form of another language', rawPdf({ 1: catalog('/AcroForm << /Fields [] /XFA (x) >>') }), 'XFA'],
    [
      'an embedded file by the names',
      rawPdf({
        1: catalog('/Names << /EmbeddedFiles << /Names [(a) << /EF << /F 9 0 R >> >>] >> >>'),
        9: rawStream('', 'x'),
      }),
      'embedded files',
    ],
    ['pages that stand in themselves', rawPdf({ 2: '<< /Type /Pages /Kids [2 0 R] /Count 1 >>' }), 'damaged'],
    [
      'a page of a hundred metres',
      rawPdf({ 3: page('/MediaBox [0 0 300000 300]') }),
      'Page 1 of this PDF is larger than 5 m.',
    ],
    ['a page that grows by its unit', rawPdf({ 3: page('/UserUnit 1000') }), 'Page 1 of this PDF is larger than 5 m.'],
    ['a page that nobody sees', rawPdf({ 3: page('/MediaBox [0 0 1 1]') }), 'Page 1 of this PDF is smaller than 1 mm.'],
    [
      'a picture of a billion points',
      rawPdf({
        3: page('/Resources << /XObject << /X 9 0 R >> >>'),
        9: rawStream('/Subtype /Image /Width 40000 /Height 40000', 'x'),
      }),
      '100 million pixels',
    ],
    [
      'a name that can be read in two ways',
      rawPdf({ 3: page('/Resources << /XObject << /#23234A 4 0 R >> >>') }),
      'damaged',
    ],
    [
      'a picture that is its own mask',
      rawPdf({
        3: page('/Resources << /XObject << /X 9 0 R >> >>'),
        9: rawStream('/Subtype /Image /Width 1 /Height 1 /SMask 9 0 R', 'x'),
      }),
      'damaged',
    ],
    [
      'a function of itself',
      rawPdf({
        3: page('/Resources << /Shading << /S << /ShadingType 2 /Function 9 0 R >> >> >>'),
        9: '<< /FunctionType 3 /Functions [9 0 R] >>',
      }),
      'damaged',
    ],
    [
      'arrays in arrays',
      rawPdf({ 3: page(`/Group << /CS ${'['.repeat(500)}${']'.repeat(500)} >>`) }),
      'nested too deeply',
    ],
  ])('is refused with %s', async (_, file, message) => {
    await expect(rewritePdf(file, '')).rejects.toThrow(message);
  });

  const form = (inner: string, more = '') =>
    rawStream(`/Type /XObject /Subtype /Form /BBox [0 0 200 200] ${more}`, inner);
  /** Forms that each draw the next one so many times, `depth` of them. */
  const nested = (depth: number, times: number): Record<number, RawObject> => ({
    3: page('/Resources << /XObject << /F 20 0 R >> >>'),
    4: rawStream('', '/F Do'),
    ...Object.fromEntries(
      Array.from({ length: depth }, (_, at) => [
        20 + at,
        at === depth - 1
          ? form('0 0 9 9 re f')
          : form('/F Do '.repeat(times), `/Resources << /XObject << /F ${21 + at} 0 R >> >>`),
      ]),
    ),
  });

  it('is refused with forms that draw each other too often, too deeply or without an end', async () => {
    await expect(rewritePdf(rawPdf(nested(10, 10)), '')).rejects.toThrow('Page 1 of this PDF takes too long to draw.');
    await expect(rewritePdf(rawPdf(nested(13, 1)), '')).rejects.toThrow(
      'Page 1 of this PDF has drawings that are nested too deeply.',
    );
    await taken(rawPdf(nested(12, 1)));
    await taken(rawPdf(nested(4, 10)));
    const circle = {
      ...nested(1, 1),
      20: form('/G Do', '/Resources << /XObject << /G 21 0 R >> >>'),
      21: form('/F Do', '/Resources << /XObject << /F 20 0 R >> >>'),
    };
    await expect(rewritePdf(rawPdf(circle), '')).rejects.toThrow('Page 1 of this PDF draws something within itself.');
  });

  it.each<[string, string]>([
    ['a comment before the operator', '/F % drawn\nDo '],
    ['an encoded name', '/#46 Do '],
    ['something between', '/F 1 pop Do '],
    ['null bytes', '/F\0Do '],
  ])('hides no drawing behind %s', async (_, drawing) => {
    const hidden = Object.fromEntries(
      Array.from({ length: 10 }, (_unused, at) => [
        20 + at,
        form(
          at === 9 ? '0 0 9 9 re f' : drawing.repeat(10),
          at === 9 ? '' : `/Resources << /XObject << /F ${21 + at} 0 R >> >>`,
        ),
      ]),
    );
    await expect(rewritePdf(rawPdf({ ...nested(1, 1), ...hidden }), '')).rejects.toThrow('takes too long to draw');
  });

  it('is refused with a pattern, a letter or a mask that draws itself', async () => {
    const inner = (resources: string, operators: string) => ({
      3: page(`/Resources ${resources}`),
      4: rawStream('', operators),
    });
    const pattern = '<< /Pattern << /P 20 0 R >> >>';
    const tile = rawStream(
      `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources ${pattern}`,
      '/P scn',
    );
    const font = '<< /Font << /T 20 0 R >> >>';
    const letters = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 21 0 R >> /Resources ${font} >>`;
    const mask = '<< /ExtGState << /M << /SMask << /S /Alpha /G 20 0 R >> >> >> >>';
    for (const objects of [
      { ...inner(pattern, '/P scn'), 20: tile },
      { ...inner(font, '/T 9 Tf (a) Tj'), 20: letters, 21: rawStream('', '/T 9 Tf (a) Tj') },
      { ...inner(mask, '/M gs'), 20: form('/M gs', `/Resources ${mask}`) },
    ])
      await expect(rewritePdf(rawPdf(objects), '')).rejects.toThrow('draws something within itself');
  });

  it('may name forms in resources of which it draws nothing', async () => {
    const shared = '/Resources << /XObject << /F 20 0 R /G 21 0 R >> >>';
    await taken(rawPdf({ ...nested(1, 1), 20: form('/G Do', shared), 21: form('0 0 9 9 re f', shared) }));
  });
});

describe('a PDF that is taken', () => {
  it('is kept in its last state, without what it was before and what lies around it', async () => {
    const update = rawUpdate(rawPdf(), { 4: rawStream('', '1 1 5 5 re f'), 9: rawStream('', 'PK\u0003\u0004 unused') });
    const file = Buffer.concat([update, Buffer.from('<html><script>alert(1)</script>\nPK\u0005\u0006')]);
    const { document, text, notices } = await taken(file);
    expect(contentsOf(document).trim()).toBe('1 1 5 5 re f');
    expect(text).not.toMatch(/<html|PK/);
    expect(notices).toEqual([]);
  });

  it('has no objects of which only its table of places knows', async () => {
    const hidden = Buffer.from('%PDF-1.7\n');
    const inside = `3 0 obj\n${link(script)}\nendobj\n`;
    const first = rawSection({ 8: rawStream('', inside) }, hidden.length, '/Root 1 0 R');
    const body = rawPdf().subarray(hidden.length);
    const { document } = await taken(Buffer.concat([hidden, first, body]));
    expect(document.getPage(0).node.Annots()).toBeUndefined();
  });

  it('has no bytes behind the end of what is compressed', async () => {
    const packed = Buffer.concat([deflateSync(Buffer.from('0 0 5 5 re f')), Buffer.from('<script>PK\u0005\u0006')]);
    const { text, document } = await taken(rawPdf({ 4: rawStream('/Filter /FlateDecode', packed) }));
    expect(text).not.toMatch(/<script|PK/);
    expect(contentsOf(document).trim()).toBe('0 0 5 5 re f');
  });

  it('keeps no text as it is written, so that nothing else can be read in it', async () => {
    const { text, document } = await taken(
      rawPdf({ 4: rawStream('/Filter [/ASCIIHexDecode]', `${Buffer.from('q <html> Q').toString('hex')}>`) }),
    );
    expect(text).not.toContain('<html');
    expect(contentsOf(document).trim()).toBe('q <html> Q');
  });

  it('keeps pictures without what they say beside the picture and behind its end', async () => {
    const segment = (marker: number, text: string) =>
      Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)]);
    const picture = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      segment(0xe0, 'JFIF'),
      segment(0xe1, 'Exif: 151 Pitt Street'),
      segment(0xfe, '<html>'),
      segment(0xda, 'scan'),
      Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xd9]),
      Buffer.from('PK'),
    ]);
    const { text } = await taken(
      rawPdf({
        3: page('/Resources << /XObject << /X 9 0 R >> >>'),
        9: rawStream('/Subtype /Image /Width 1 /Height 1 /Filter /DCTDecode', picture),
      }),
    );
    expect(text).toMatch(/JFIF/);
    expect(text).not.toMatch(/Exif|<html>|PK/);
  });

  it('keeps the tags of the pages that are kept, and no others', async () => {
    const second = page('/StructParents 1');
    const file = rawPdf({
      1: catalog('/StructTreeRoot 9 0 R'),
      2: '<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>',
      3: page('/StructParents 0'),
      5: second,
      9: '<< /Type /StructTreeRoot /K [10 0 R 11 0 R] /ParentTree << /Nums [0 [10 0 R] 1 [11 0 R]] >> >>',
      10: '<< /S /H1 /P 9 0 R /Pg 3 0 R /K 0 /Alt (First) >>',
      11: '<< /S /P /P 9 0 R /Pg 5 0 R /K 0 /Alt (Second) >>',
    });
    const { bytes } = await rewritePdf(file, '2');
    const document = await expectClean(bytes);
    const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
    const [element, ...others] = root.lookup(PDFName.of('K'), PDFArray).asArray();
    expect(others).toEqual([]);
    expect(document.context.lookup(element, PDFDict).lookup(PDFName.of('S'))).toBe(PDFName.of('P'));
    const numbers = root.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray);
    expect(String(numbers.lookup(0))).toBe('1');
    expect(numbers.lookup(1, PDFArray).get(0)).toBe(element);
  });

  it('keeps the roles of tags, but none that stands for itself', async () => {
    const { document } = await taken(
      rawPdf({
        1: catalog('/MarkInfo << /Marked true >> /StructTreeRoot 9 0 R'),
        9: '<< /Type /StructTreeRoot /K 10 0 R /RoleMap << /Text /P /A /B /B /A /C /C >> >>',
        10: '<< /S /Text /P 9 0 R /Pg 3 0 R /K [0 10 0 R] >>',
      }),
    );
    const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
    expect(root.lookup(PDFName.of('RoleMap'), PDFDict).keys().map(String)).toEqual(['/Text']);
    expect(root.lookup(PDFName.of('K'), PDFDict).lookup(PDFName.of('K'), PDFArray).asArray().map(String)).toEqual([
      '0',
    ]);
  });

  it('keeps nothing that draws from elsewhere, programs for printers or what nobody knows', async () => {
    const resources =
      '/Resources << /XObject << /F 20 0 R /P 21 0 R >> /Unknown << /S /URI >> >> /PieceInfo << /A 1 >>';
    const { document } = await taken(
      rawPdf({
        3: page(resources),
        20: rawStream('/Subtype /Form /BBox [0 0 9 9] /Ref << /F (x.pdf) >> /OPI << /F (x) >> /F (other.pdf)', ''),
        21: rawStream('/Subtype /PS', '(x) print'),
      }),
    );
    const drawn = document.getPage(0).node.Resources()!.lookup(PDFName.of('XObject'), PDFDict);
    expect(drawn.keys().map(String)).toEqual(['/F']);
    const { dict } = drawn.lookup(PDFName.of('F'), PDFStream);
    expect(dict.keys().map(String)).toEqual(['/Subtype', '/BBox', '/Filter', '/Length']);
  });

  it('keeps links to its own pages, the web and mails, and tells of others', async () => {
    const annotation = (target: string) => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] ${target} >>`;
    const { document, notices } = await taken(
      rawPdf({
        1: catalog('/Dests << /There [3 0 R /XYZ 0 0 null] >>'),
        3: page(
          `/Annots [${[
            '/A << /S /URI /URI (https://x.test/a) >>',
            '/A << /S /URI /URI (mailto:a@x.test) >>',
            '/Dest [3 0 R /Fit]',
            '/A << /S /GoTo /D /There >>',
            '/A << /S /GoToR /F (x.pdf) /D [0 /Fit] >>',
            '/A << /S /GoToE /D [0 /Fit] >>',
            '/A << /S /URI /URI (file:///etc/passwd) >>',
            '/A << /S /Named /N /Print >>',
            '/A << /S /URI /URI (https://x.test/b) /Next << /S /Named /N /Print >> >>',
          ]
            .map(annotation)
            .join(' ')}]`,
        ),
      }),
    );
    const links = document.getPage(0).node.Annots()!;
    const kept = links.asArray().map((each) => {
      const found = document.context.lookup(each, PDFDict);
      const action = found.lookup(PDFName.of('A'));
      return action instanceof PDFDict
        ? Buffer.from(String(action.get(PDFName.of('URI'))).slice(1, -1), 'hex').toString()
        : String(found.lookup(PDFName.of('Dest'), PDFArray).lookup(1));
    });
    expect(kept).toEqual(['https://x.test/a', 'mailto:a@x.test', '/Fit', '/XYZ', 'https://x.test/b']);
    expect(notices).toEqual(['Links that lead neither to its own pages nor to a page of the web were removed.']);
  });

  it('loses its signature, and says so', async () => {
    const { document, notices } = await taken(
      rawPdf({
        1: catalog('/AcroForm << /Fields [9 0 R] /SigFlags 3 >> /Perms << /DocMDP 10 0 R >>'),
        3: page('/Annots [9 0 R]'),
        9: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (S) /V 10 0 R /Rect [10 10 90 40] /AP << /N 11 0 R >> >>',
        10: '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>',
        11: form9(),
      }),
    );
    expect(notices).toEqual([expect.stringMatching(/^Its signature was removed: /)]);
    expect(contentsOf(document)).toMatch(/\/Flattened1 Do/);
  });

  const form9 = () => rawStream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '0 0 9 9 re f');

  it('shows what is filled in, as a part of its page', async () => {
    const source = await PDFDocument.create();
    const field = source.getForm().createTextField('name');
    field.setText('Ada Lovelace');
    field.addToPage(source.addPage([200, 200]), { x: 10, y: 20, width: 100, height: 20 });
    const { document, notices } = await taken(Buffer.from(await source.save()));
    expect(notices).toEqual([
      'Its form was made a part of its pages: what is filled in stays, and can no longer be changed.',
    ]);
    const [called] = /Flattened\d/.exec(contentsOf(document))!;
    const drawn = document.getPage(0).node.Resources()!.lookup(PDFName.of('XObject'), PDFDict);
    const shown = Buffer.from(contentsOfKept(drawn.lookup(PDFName.of(called), PDFStream) as PDFRawStream)).toString(
      'latin1',
    );
    expect(shown).toContain(`<${Buffer.from('Ada Lovelace').toString('hex').toUpperCase()}> Tj`);
    expect(document.catalog.has(PDFName.of('AcroForm'))).toBe(false);
  });

  it('shows what is filled in where a viewer would draw it', async () => {
    const { document } = await taken(
      rawPdf({
        1: catalog('/AcroForm << /Fields [9 0 R] /NeedAppearances true /DA (/Helv 0 Tf 0 g) >>'),
        3: page('/Annots [9 0 R]'),
        9: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (S) /V (Grace) /DA (/Helv 10 Tf 0 g) /Rect [10 10 90 40] >>',
      }),
    );
    expect(contentsOf(document)).toContain('/Flattened1 Do');
  });

  it('shows comments as a part of their page, and says so', async () => {
    const { document, notices } = await taken(
      rawPdf({
        3: page(
          '/Annots [<< /Subtype /Stamp /Rect [50 60 70 100] /AP << /N 9 0 R >> >> << /Subtype /Text /Rect [0 0 9 9] >>]',
        ),
        9: rawStream('/BBox [0 0 10 10] /Matrix [0 1 -1 0 0 0]', '0 0 9 9 re f'),
      }),
    );
    // Turned by its matrix, the box lies left of its corner.
    expect(contentsOf(document)).toContain('q 2 0 0 4 70 60 cm /Flattened1 Do Q');
    expect(notices).toEqual([
      'Its comments were made a part of its pages.',
      'Comments that it holds no drawing of were removed.',
    ]);
  });

  it('hides what is hidden', async () => {
    const { document, notices } = await taken(
      rawPdf({
        3: page('/Annots [<< /Type /Annot /Subtype /Stamp /F 2 /Rect [0 0 9 9] /AP << /N 9 0 R >> >>]'),
        9: form9(),
      }),
    );
    expect(contentsOf(document)).not.toContain('Flattened');
    expect(notices).toEqual([]);
  });
});
