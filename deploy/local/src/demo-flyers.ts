import { planOption, type PlanOption } from '@superscope/contracts/plan';
import { z } from 'zod';
import type { PortalClient } from './portal-client.js';

interface Flyer {
  /** The file name, which also says what the flyer is about. */
  file: string;
  lines: readonly string[];
}

/** The flyers of a demo plan: its details, and one for each of three areas that emails are sent about. */
const flyers: readonly Flyer[] = [
  {
    file: 'Plan details.pdf',
    lines: [
      'Your super plan in short',
      'Your employer pays contributions into this plan. You can add your own, before or after tax.',
      'Sign in to see your balance, your cover and your nomination.',
    ],
  },
  {
    file: 'Nominate a beneficiary.pdf',
    lines: [
      'Who should get your super?',
      'A binding nomination says who gets your super if you die. Two adults have to witness it.',
      'It lapses after three years: sign it again before then.',
    ],
  },
  {
    file: 'Bring your super together.pdf',
    lines: [
      'Bring your super together',
      'Several accounts mean several fees. Check first what cover the others have.',
      'Sign in, choose your other accounts, and ask for the transfer.',
    ],
  },
  {
    file: 'Check your insurance.pdf',
    lines: [
      'Is your life cover enough?',
      'What your family would need depends on your age, your salary and your debts.',
      'Answer a few questions online to see whether your cover is on target.',
    ],
  },
];

const escaped = (text: string) => text.replace(/[\\()]/g, (sign) => `\\${sign}`).replace(/[^\x20-\x7e]/g, '?');

/** A PDF of one A4 page: a title, and lines under it. */
export function flyerPdf(plan: string, { lines: [title = '', ...rest] }: Pick<Flyer, 'lines'>): string {
  const shown = [
    `BT /F1 24 Tf 56 760 Td (${escaped(title)}) Tj ET`,
    `BT /F1 12 Tf 56 732 Td (${escaped(plan)}) Tj ET`,
    ...rest.map((line, at) => `BT /F1 12 Tf 56 ${690 - at * 24} Td (${escaped(line)}) Tj ET`),
    'BT /F1 9 Tf 56 60 Td (An example for the demo. General information, not personal advice.) Tj ET',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const starts = objects.map((object, at) => {
    const start = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

/** The plans of the demo, which have flyers each. */
export async function demoPlans(client: PortalClient): Promise<PlanOption[]> {
  return z.array(planOption).parse(await (await client.request('/api/plan?name=')).json());
}

/** Gives a plan of the demo its flyers. A flyer that is there is replaced, so it can be repeated. */
export async function uploadDemoFlyers(
  client: PortalClient,
  { id, name }: Pick<PlanOption, 'id' | 'name'>,
): Promise<void> {
  for (const flyer of flyers) {
    const form = new FormData();
    form.append('file', new Blob([flyerPdf(name, flyer)], { type: 'application/pdf' }), flyer.file);
    const answer = await client.request(`/api/plan/${encodeURIComponent(id)}/flyers`, { method: 'POST', body: form });
    if (!answer.ok) throw new Error(`The flyer “${flyer.file}” of ${name} was refused with ${answer.status}.`);
  }
}
