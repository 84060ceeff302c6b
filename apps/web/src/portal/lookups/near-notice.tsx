/** Says that nobody is called what was typed, above those whose names come near. */
export const NearNotice = ({ text }: { text: string }) => (
  <>
    Nobody is called <b className="font-semibold wrap-anywhere">{text}</b>. These look or sound like it.
  </>
);
