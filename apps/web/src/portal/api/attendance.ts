const attendedFor = 60_000;
// Assistive technology may send clicks and input without pointer or key events.
const signsOfSomebody = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart', 'click', 'input'] as const;

let lastSign = Date.now();
const note = () => {
  lastSign = Date.now();
};
for (const sign of signsOfSomebody) window.addEventListener(sign, note, { capture: true, passive: true });

/** True if nobody has used the page for a minute. Its requests are then automatic ones, not a person's. */
export const isUnattended = (): boolean => Date.now() - lastSign > attendedFor;
