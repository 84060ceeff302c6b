/** Cards that stand two beside each other on a phone: what they hold is higher there, and its place is kept. */
export const ACTIVITY_CARD = 'max-sm:min-h-[270px]';
