/** The mark after the label of a field that must be filled in. */
export const REQUIRED = <span className="font-normal text-ink-3"> (required)</span>;
