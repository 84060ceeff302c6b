/** Why a stored event cannot be read, in words that quote nothing of it. */
export class UnreadableEvent extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableEvent';
  }
}
