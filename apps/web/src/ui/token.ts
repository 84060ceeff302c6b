/** The value of a design token, such as `token('ink-2')`, for libraries that need a colour and not a variable. */
export const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
