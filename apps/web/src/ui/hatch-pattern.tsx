import { useId } from 'react';

/** An id for a `HatchPattern` of the same drawing; use it as `url(#id)`. */
export const useHatch = () => useId().replace(/[^a-zA-Z0-9]/g, '');

/** The hatching of withheld figures, for drawings. */
export const HatchPattern = ({ id }: { id: string }) => (
  <defs>
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill="var(--sunken)" />
      <rect width="2" height="6" fill="var(--hatch)" />
    </pattern>
  </defs>
);
