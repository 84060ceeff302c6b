import { fireEvent } from '@testing-library/react';

/** Drops files as a browser does, which jsdom has no DataTransfer for. */
export function dropFiles(on: Element, ...files: File[]): void {
  const dataTransfer = {
    files,
    items: files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file })),
    types: ['Files'],
    effectAllowed: 'all',
    dropEffect: 'none',
  };
  for (const event of ['dragEnter', 'dragOver', 'drop'] as const) fireEvent[event](on, { dataTransfer });
}
