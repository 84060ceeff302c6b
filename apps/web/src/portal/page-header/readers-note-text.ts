/** How published figures differ from exact ones, in short and in full. */
export const READERS_NOTE_START = 'Small random adjustments protect members.';
export const READERS_NOTE = `${READERS_NOTE_START} Figures may not add up and can differ slightly from your records; changes within the margin are shown as no clear change. Fewer than about 11, even none, shows as <11. Filtered figures are as at the end of a quarter.`;
