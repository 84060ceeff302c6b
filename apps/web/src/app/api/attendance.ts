const attendedFor = 60_000;
const signsOfSomebody = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart'] as const;

let lastSign = Date.now();
const note = () => {
  lastSign = Date.now();
};
for (const sign of signsOfSomebody) window.addEventListener(sign, note, { capture: true, passive: true });

/** Nobody touched the page for a minute: what it asks now, it asks by itself. */
export const isUnattended = (): boolean => Date.now() - lastSign > attendedFor;
