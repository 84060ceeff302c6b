import { createContext, useContext } from 'react';

/** What a file is made of: the drawing of a chart, or its table. */
export type FileLook = 'drawing' | 'table';

/** The look of a chart that is rendered alone for a file. Such a chart has no controls. Null on pages. */
export const AsFile = createContext<FileLook | null>(null);
export const useAsFile = () => useContext(AsFile);
/** Whether a chart begins with its table instead of its drawing. */
export const useBeginsAsTable = () => useContext(AsFile) === 'table';
