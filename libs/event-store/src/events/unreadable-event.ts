/** Why a stored event cannot be read, in words that quote none of its values. */
export class UnreadableEvent extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableEvent';
  }
}
