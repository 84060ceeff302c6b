import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { canonicalJson } from '@superscope/contracts/canonical-json';
import {
  keptFigures,
  keptFiguresFileName,
  type KeptFigure,
  type KeptFigures,
} from '@superscope/contracts/kept-figures';
import type { ServedTemplate } from '@superscope/contracts/plan-report';
import type { RenderRequest } from '@superscope/contracts/rendering';
import { attachedTo } from './attached-to.js';

const score = '3.04';

/** Two pages: one with a figure, and one with the code. */
async function paper(of: KeptFigures, figure: string, mark = ''): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of [
    `${mark}Plan overview Average SuperScore ${figure} of 5 for its members as published`,
    `The code of this report ${of.code.replace(/(.{4})(?=.)/g, '$1 ')} Quote this code to the fund`,
  ])
    pdf.addPage([595, 842]).drawText(text, { x: 40, y: 700, size: 10, font });
  await pdf.attach(Buffer.from(canonicalJson(of)), keptFiguresFileName, { mimeType: 'application/json' });
  return Buffer.from(await pdf.save());
}

/** Prints a report as the renderer does, in a few figures: what its page would show is asked with the document's token. */
export async function reportPrinted(
  apiUrl: string,
  { token, keeps }: RenderRequest,
): Promise<{ status: number; body: Buffer; figures: string }> {
  const about = keeps!.about;
  const { planId, start, end } = about;
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${apiUrl}${path}`, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'X-Requested-By': 'superscope' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const said: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(said)}`);
    return said;
  };
  const of = (measures: readonly string[], dimensions: readonly string[], from: string) => ({
    measures,
    dimensions,
    filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
    timeDimensions: [
      { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: [`${from.slice(0, 7)}-01`, end] },
    ],
  });
  const queries = [
    of(['MemberSnapshot.countMembers', 'MemberSnapshot.averageTotalAssetsOwned', 'MemberSnapshot.fees'], [], start),
    of(['MemberSnapshot.countMembers'], ['Member.gender'], end),
    of(['MemberSnapshot.shareOfMembers'], ['Member.beneficiaryNominationType'], end),
    of(['SuperScore.averageSuperScore'], [], end),
  ];
  const { answers } = (await ask('/api/figures', { queries })) as { answers: { figures: unknown }[] };
  const { asItStood } = (await ask(`/api/plans/${planId}/reports/template`)) as ServedTemplate;
  const figures: KeptFigure[] = [
    ...queries.map((query, at) => ({
      question: { name: 'load', of: { planId, audience: 'employer', query } },
      answer: answers[at]!.figures,
    })),
    { question: { name: 'plan', of: planId }, answer: await ask(`/api/plan/${planId}`) },
    ...(asItStood === undefined
      ? [{ question: { name: 'planRanking', of: planId }, answer: await ask(`/api/plans/${planId}/ranking`) }]
      : []),
    {
      question: { name: 'planSuperScore', of: { planId, audience: 'employer' } },
      answer: await ask(`/api/planSuperScore?planId=${planId}`),
    },
    { question: { name: 'calculationVariables', of: null }, answer: await ask('/api/calculationVariables') },
    {
      question: { name: 'asfaTargets', of: end },
      answer: await ask(`/api/calculationVariables/asfaTargets?on=${end}`),
    },
    { question: { name: 'campaigns', of: { planId, audience: 'employer' } }, answer: [] },
  ];
  const kept: KeptFigures = { format: 'superscope-figures-1', ...about, figures };
  return {
    status: 200,
    body: await paper(kept, score, asItStood && `As it stood on ${asItStood} `),
    figures: canonicalJson(kept),
  };
}

interface Edited {
  /** A text on its first page, and what stands there instead. */
  printed?: readonly [string, string];
  /** Another number of members in the attached figures. */
  attached?: string;
  /** Another code. */
  code?: string;
}

/** The same report saved again, with something edited. */
export async function printedAgain(pdf: Buffer, { printed, attached, code }: Edited): Promise<Buffer> {
  const text = String((await attachedTo(pdf))[keptFiguresFileName]);
  const edited = attached === undefined ? text : text.replace(/("MemberSnapshot.countMembers":)\d+/, `$1${attached}`);
  const kept = keptFigures.parse(JSON.parse(edited));
  return paper(code === undefined ? kept : { ...kept, code }, printed?.[0] === score ? printed[1] : score);
}
