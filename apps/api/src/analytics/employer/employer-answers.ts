import type { ReadModel } from '@superscope/contracts/changes';
import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import { runStatement } from '../load/run-statement.js';
import type { QueryClient } from '../../platform/clickhouse/query-client.js';
import { sourceOf } from '../query/normalize.js';
import type { Statement } from '../../platform/clickhouse/statement.js';
import type { Budget } from './budget.js';
import { StaleCalendar } from './cells.js';
import { behindEditions, EditionCalendar, type Editions } from './editions.js';
import type { EmployerSource } from './employer-source.js';
import { employerSources } from './employer-sources.js';
import type { EmployerResult } from './published-answer.js';

/** A query that employers may ask, with the plans that it reads (null: all). */
export interface EmployerPlan {
  source: EmployerSource<unknown>;
  /** As the source accepted it. */
  question: unknown;
  planIds: readonly string[] | null;
  readModels: readonly ReadModel[];
}

/** Checks the question before anything is read. Throws BadQuery with 403 and a message that says what may be asked. */
export function employerPlan(query: NormalizedQuery, planIds: readonly string[] | null): EmployerPlan {
  const source: EmployerSource<unknown> = employerSources[sourceOf(query)];
  const question = source.accepts(query, planIds);
  const behind = source.readModels(question);
  const readModels = behind.includes('editions') ? [...new Set([...behind, ...behindEditions])] : behind;
  return { source, question, planIds, readModels };
}

const attempts = 3;

/** Answers employers' queries from editions, each figure published (docs/privacy.md). */
export class EmployerAnswers {
  constructor(
    private readonly client: QueryClient,
    private readonly editions: Editions,
    private readonly secret: () => Promise<PublishingSecret>,
    private readonly timeoutMs: number,
  ) {}

  async answer(plan: EmployerPlan, budget: Budget, signal: AbortSignal): Promise<EmployerResult> {
    for (let attempt = 1; ; attempt += 1)
      try {
        const calendar = await this.calendar(plan);
        const result = await plan.source.answer(plan.question, {
          planIds: plan.planIds,
          calendar,
          secret: await this.secret(),
          meter: { drawn: 0 },
          budget,
          read: (statement) => runStatement(this.client, statement, this.timeoutMs, signal),
        });
        return { recordedBy: calendar.recordedBy, ...result };
      } catch (error) {
        if (!(error instanceof StaleCalendar) || attempt === attempts) throw error;
        this.editions.forget(plan.planIds);
      }
  }

  /** The statements of a query about members, as they would be sent now. */
  async statements(plan: EmployerPlan): Promise<Statement[]> {
    return plan.source.statements(plan.question, { planIds: plan.planIds, calendar: await this.calendar(plan) });
  }

  private async calendar({ planIds, readModels }: EmployerPlan): Promise<EditionCalendar> {
    return readModels.includes('editions') ? this.editions.of(planIds) : new EditionCalendar([]);
  }
}
