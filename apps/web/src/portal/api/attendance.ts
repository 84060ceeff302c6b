const attendedFor = 60_000;
// Assistive technology may send a click, or what it typed, without any pointer or key.
const signsOfSomebody = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart', 'click', 'input'] as const;

let lastSign = Date.now();
const note = () => {
  lastSign = Date.now();
};
for (const sign of signsOfSomebody) window.addEventListener(sign, note, { capture: true, passive: true });

/** True once the page was not touched for a minute: its requests are then its own, not a person's. */
export const isUnattended = (): boolean => Date.now() - lastSign > attendedFor;
