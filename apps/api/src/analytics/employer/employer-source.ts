import type { ReadModel } from '@superscope/contracts/changes';
import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import type { Meter } from '@superscope/domain/publishing/cell';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import type { Statement } from '../../platform/clickhouse/statement.js';
import type { Budget } from './budget.js';
import type { EditionCalendar } from './editions.js';
import type { EmployerResult } from './published-answer.js';

/** The plans that a query reads (null: all), with their editions. */
export interface PlanEditions {
  planIds: readonly string[] | null;
  calendar: EditionCalendar;
}

/** What the noise of figures is drawn from, and what counts the draws. */
export interface NoiseSource {
  secret: PublishingSecret;
  meter: Meter;
}

/** What figures are published from. */
export interface PublishingContext extends PlanEditions, NoiseSource {
  budget: Budget;
}

/** Everything that an answer is made from. `read` throws EngineBusy. */
export interface AnswerContext extends PublishingContext {
  read: (statement: Statement) => Promise<unknown[][]>;
}

/** How employers' queries about one kind of rows are answered, each figure published (docs/privacy.md). */
export interface EmployerSource<Question> {
  /** Checks a query before anything is read. Throws BadQuery with 403 and a message that says what may be asked. */
  accepts(query: NormalizedQuery, planIds: readonly string[] | null): Question;
  /** The read models behind an answer. The calendar is empty for a source without 'editions'. */
  readModels(question: Question): readonly ReadModel[];
  /** The statements about members, as they would be sent now. */
  statements(question: Question, editions: PlanEditions): Statement[];
  /** Throws BadQuery, EngineBusy, StaleCalendar. */
  answer(question: Question, context: AnswerContext): Promise<EmployerResult>;
}

/** The plans that an answer is about. If all are asked about, they are those with an edition. */
export const plansOf = ({ planIds, calendar }: PlanEditions): readonly string[] => planIds ?? calendar.planIds;
