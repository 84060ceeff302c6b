/** A code as it is printed: 'KF7Q 4M2D 9X1B'. */
export const inGroups = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');
