import { describe, expect, it } from 'vitest';
import { flyerPdf, uploadDemoFlyers } from './demo-flyers.js';

describe('The flyers of the demo', () => {
  it('are PDFs whose table of objects points at each of them', () => {
    const pdf = flyerPdf('Kestrel (Freight)', { lines: ['Who should get your super?', 'One line'] });
    expect(pdf.startsWith('%PDF-1.4')).toBe(true);
    expect(pdf).toContain('(Kestrel \\(Freight\\)) Tj');
    const starts = [...pdf.matchAll(/^(\d{10}) 00000 n/gm)].map(([, start]) => Number(start));
    starts.forEach((start, at) => expect(pdf.slice(start)).toMatch(new RegExp(`^${at + 1} 0 obj`)));
    const table = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
    expect(pdf.slice(table)).toMatch(/^xref/);
  });

  it('of a plan are its details, and one for each area that emails are sent about', async () => {
    const sent: string[] = [];
    const client = {
      request: async (path: string, init: RequestInit) => {
        sent.push(`${path} ${((init.body as FormData).get('file') as File).name}`);
        return Response.json({});
      },
    };
    await uploadDemoFlyers(client as never, { id: 'T.K1', name: 'Kestrel' });
    expect(sent).toEqual(
      ['Plan details', 'Nominate a beneficiary', 'Bring your super together', 'Check your insurance'].map(
        (name) => `/api/plan/T.K1/flyers ${name}.pdf`,
      ),
    );
  });
});
