/** Runs tasks concurrently, up to a number of tasks and a sum of their weights. The first failure stops further tasks. */
export class BoundedWork {
  private tasks = 0;
  private weight = 0;
  private failure: { error: unknown } | null = null;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly mostTasks: number,
    private readonly mostWeight: number,
  ) {}

  /** Resolves once the task has begun. Await it before preparing the next task. Throws the error of an earlier task. */
  async begin(weight: number, task: () => Promise<void>): Promise<void> {
    while (this.tasks > 0 && (this.tasks >= this.mostTasks || this.weight + weight > this.mostWeight)) {
      if (this.failure) break;
      await this.anyEnd();
    }
    if (this.failure) await this.done();
    this.tasks += 1;
    this.weight += weight;
    void task()
      .catch((error: unknown) => (this.failure ??= { error }))
      .finally(() => {
        this.tasks -= 1;
        this.weight -= weight;
        for (const wake of this.waiting.splice(0)) wake();
      });
  }

  /** Resolves once every task has ended. Throws the first task's error. */
  async done(): Promise<void> {
    while (this.tasks > 0) await this.anyEnd();
    if (this.failure) throw this.failure.error;
  }

  private anyEnd(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
