import { z } from 'zod';
import { analyticsProblem, loadResult } from './answer.js';

/** The part of an answer that a screen draws. The screen itself knows its query and the titles of its columns. */
export const figures = loadResult.pick({
  data: true,
  suppressed: true,
  leftOut: true,
  rounded: true,
  margins: true,
  figuresOf: true,
  quarterEnds: true,
  lookBackMonths: true,
});
export type Figures = z.infer<typeof figures>;

const answered = z.object({ status: z.literal(200), figures });
const notAnswered = analyticsProblem.extend({ status: z.number().int().min(400) });

/** The answers, in the order of the questions. */
export const figuresAnswer = z
  .object({ answers: z.array(z.union([answered, notAnswered])) })
  .meta({ id: 'FiguresAnswer' });
export type FiguresAnswer = z.infer<typeof figuresAnswer>;
