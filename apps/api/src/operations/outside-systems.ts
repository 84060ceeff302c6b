import { Injectable } from '@nestjs/common';
import type { OutsideHealth } from '@superscope/contracts/system-health';

/** Something outside the portal that it works with, as operators see it. */
export interface OutsideSystem {
  /** 'Salesforce' */
  name: string;
  /** What it is there for, in a few words. */
  job: string;
  /** Null where the settings name none. `said`: what it answered, without addresses, names and values. */
  ask(): Promise<Pick<OutsideHealth, 'answers' | 'said'> | null>;
}

/** The systems outside the portal. An area adds its own when the process starts. */
@Injectable()
export class OutsideSystems {
  private readonly systems: OutsideSystem[] = [];

  add(system: OutsideSystem): void {
    this.systems.push(system);
  }

  /** Those that the settings name. One that could not be asked counts as away. */
  async read(): Promise<OutsideHealth[]> {
    const asked = await Promise.all(
      this.systems.map(async ({ name, job, ask }): Promise<OutsideHealth[]> => {
        const answer = await ask().catch(() => ({ answers: false, said: 'It could not be asked.' }));
        return answer === null ? [] : [{ name, job, ...answer }];
      }),
    );
    return asked.flat();
  }
}
