/**
 * Requests answered 401 wait here until a user has signed in. They are repeated for the same user only: a request of
 * one user must never be sent, or its answer kept, under another.
 */
export class SignInGate {
  #waiting: ((repeat: boolean) => void)[] = [];

  /** Resolves true when the request may be repeated, false when it should fail as it did. */
  wait(): Promise<boolean> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  open() {
    this.#release(true);
  }

  giveUp() {
    this.#release(false);
  }

  #release(repeat: boolean) {
    const waiting = this.#waiting;
    this.#waiting = [];
    waiting.forEach((resolve) => resolve(repeat));
  }
}
