import { keep, kept } from '../../portal/session/kept';

const NAME = 'memberEvents';

/** The consultant and the day of what was recorded last, until the user signs out. */
interface Choices {
  /** User id. */
  consultant: string;
  /** yyyy-MM-dd */
  date: string;
}

export const keptChoices = (): Choices | null => kept<Choices>(NAME);
export const keepChoices = (choices: Choices): void => keep(NAME, choices);
export const forgetChoices = (): void => keep(NAME, null);
