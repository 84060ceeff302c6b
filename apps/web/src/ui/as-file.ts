import { createContext, useContext } from 'react';

/** What a file is made of: the drawing of a chart, or its table. */
export type FileLook = 'drawing' | 'table';

/** Set where a chart stands alone to become a file: it then has nothing to press, and looks as the file shall. Null on pages. */
export const AsFile = createContext<FileLook | null>(null);
export const useAsFile = () => useContext(AsFile);
/** Whether a chart begins with its table instead of its drawing. */
export const useBeginsAsTable = () => useContext(AsFile) === 'table';
