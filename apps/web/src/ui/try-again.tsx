/** Asks again, at the end of a sentence that says what failed. */
export const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <button type="button" onClick={onClick} className="font-semibold text-brand underline pointer-coarse:min-h-11">
    Try again
  </button>
);
