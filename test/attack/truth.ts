import { publicDimensions, type PublicDimension } from './cells.js';
import { averageSalary, balances, headcount, type Fact } from './facts.js';
import { PlanKnowledge } from './knowledge.js';
import { equals, monthOf, rangeOf, type PortalAsker, type Query, type Result } from './portal-asker.js';

const memberId = 'Member.memberId';
const monthsOfAQuestion = 6;

/** Each member's exact figures as Staff see them, used for the employer's knowledge and to judge claims. */
export class Truth {
  private readonly known = new Map<string, Promise<ReadonlyMap<string, ReadonlySet<number>>>>();
  private readonly places = new Map<string, Map<string, number>>();
  private readonly salaries = new Map<string, ReadonlyMap<string, readonly (number | undefined)[]>>();
  private readonly dollars = new Map<string, ReadonlyMap<string, readonly (number | undefined)[]>>();

  constructor(
    private readonly staff: PortalAsker,
    private readonly months: readonly string[],
  ) {}

  /** An employer's knowledge: the public attributes of all members. */
  async knowledgeOf(planId: string): Promise<PlanKnowledge> {
    const dimensions = [memberId, 'Member.age', ...publicDimensions.map((name) => `Member.${name}`)];
    const rows = await this.monthly(planId, { measures: [headcount, balances], dimensions });
    const places = new Map<string, number>();
    for (const row of rows) places.set(String(row[memberId]), 0);
    [...places.keys()].sort().forEach((id, place) => places.set(id, place));
    this.places.set(planId, places);
    const values = Object.fromEntries(
      publicDimensions.map((name) => [name, this.months.map(() => [] as string[])]),
    ) as Record<PublicDimension, string[][]>;
    const dollars = new Map(this.months.map((month) => [month, [] as number[]]));
    const ages = this.months.map(() => [] as number[]);
    for (const row of rows) {
      const month = monthOf(row['MemberSnapshot.month']);
      const place = places.get(String(row[memberId]))!;
      for (const name of publicDimensions)
        values[name][this.months.indexOf(month)]![place] = String(row[`Member.${name}`] ?? 'Unknown');
      dollars.get(month)![place] = Number(row[balances]);
      ages[this.months.indexOf(month)]![place] = Number(row['Member.age']);
    }
    this.dollars.set(planId, dollars);
    return new PlanKnowledge(planId, this.months, places.size, values, ages);
  }

  /** Every member's salary in dollars, by month and member. */
  async salariesOf(planId: string): Promise<ReadonlyMap<string, readonly (number | undefined)[]>> {
    const known = this.salaries.get(planId);
    if (known) return known;
    const rows = await this.monthly(planId, { measures: [averageSalary], dimensions: [memberId] });
    const places = this.places.get(planId)!;
    const found = new Map(this.months.map((month) => [month, [] as (number | undefined)[]]));
    for (const row of rows) {
      const dollars = row[averageSalary];
      if (typeof dollars === 'number')
        found.get(monthOf(row['MemberSnapshot.month']))![places.get(String(row[memberId]))!] = dollars;
    }
    this.salaries.set(planId, found);
    return found;
  }

  salaryOf(planId: string, month: string, member: number): number | undefined {
    return this.salaries.get(planId)?.get(month)?.[member];
  }

  /** The portal's id of a member. */
  memberIdOf(planId: string, member: number): string {
    return [...this.places.get(planId)!].find(([, place]) => place === member)![0];
  }

  balanceOf(planId: string, month: string, member: number): number | undefined {
    return this.dollars.get(planId)?.get(month)?.[member];
  }

  /** The members with a fact, by month. Queried once. */
  having(planId: string, fact: Fact): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
    const key = `${planId} ${fact.name}`;
    let known = this.known.get(key);
    if (!known) this.known.set(key, (known = this.ask(planId, fact)));
    return known;
  }

  /** Records the members with a fact of the newest month that cannot be queried, such as a correction. */
  record(planId: string, fact: Fact, members: ReadonlySet<number>): void {
    this.known.set(`${planId} ${fact.name}`, Promise.resolve(new Map([[this.months.at(-1)!, members]])));
  }

  /** Forgets a fact's cached answers, which a correction has made stale. */
  forget(fact: Fact): void {
    for (const key of this.known.keys()) if (key.endsWith(` ${fact.name}`)) this.known.delete(key);
  }

  private async ask(planId: string, fact: Fact): Promise<Map<string, Set<number>>> {
    const { months } = this;
    if (fact.difference) {
      const [outer, inner] = [
        await this.having(planId, fact.difference[0]),
        await this.having(planId, fact.difference[1]),
      ];
      return new Map(
        [...outer].map(([month, those]) => [
          month,
          new Set([...those].filter((member) => !inner.get(month)?.has(member))),
        ]),
      );
    }
    const places = this.places.get(planId)!;
    const found = new Map<string, Set<number>>(months.map((month) => [month, new Set()]));
    const filters = fact.filter ? [equals(fact.filter.member, fact.filter.values)] : [];
    const query = { measures: [fact.measure ?? headcount], dimensions: [memberId], filters };
    const take = (month: string, rows: Result['data']) => {
      for (const row of rows)
        if (Number(row[fact.measure ?? headcount]) > 0) found.get(month)?.add(places.get(String(row[memberId]))!);
    };
    for (const row of await this.monthly(planId, query)) take(monthOf(row['MemberSnapshot.month']), [row]);
    return fact.lookBack === undefined ? found : this.within(found, fact.lookBack);
  }

  /** Something happened within several months if it happened in one of them. Months without a whole look-back before them are left out. */
  private within(inMonth: ReadonlyMap<string, Set<number>>, lookBack: number): Map<string, Set<number>> {
    return new Map(
      this.months.slice(lookBack - 1).map((month, at) => {
        const those = this.months.slice(at, at + lookBack).flatMap((each) => [...inMonth.get(each)!]);
        return [month, new Set(those)];
      }),
    );
  }

  private async monthly(planId: string, query: Query): Promise<Result['data']> {
    const queries: Query[] = [];
    for (let at = 0; at < this.months.length; at += monthsOfAQuestion) {
      const some = this.months.slice(at, at + monthsOfAQuestion);
      const dateRange = rangeOf(some[0]!, some.at(-1)!);
      queries.push({
        ...query,
        filters: [...(query.filters ?? []), equals('Member.planId', [planId])],
        timeDimensions: [{ dimension: 'MemberSnapshot.month', granularity: 'month', dateRange }],
        limit: 50_000,
      });
    }
    const rows: Result['data'] = [];
    for (const each of queries) {
      const [answer] = await this.staff.ask([each]);
      if (!answer) throw new Error('Staff were refused the exact figures.');
      rows.push(...answer[0]!.data);
    }
    return rows;
  }
}
