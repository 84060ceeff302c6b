/** A code or a digest as it is printed: 'KF7Q 4M2D 9X1B'. */
export const inGroups = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ');
