/** The value of a design token, such as `token('ink-2')`, for libraries that need a colour instead of a variable. */
export const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
