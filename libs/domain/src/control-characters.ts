// C0, DEL and C1 (Cc), and halves of a character that the text breaks apart (Cs): none of them can be seen or typed.
const inLine = /[\p{Cc}\p{Cs}]/u;
const inLines = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

/** Whether a text holds characters that no person writes. A text of several lines may have tabs and line breaks. */
export const holdsControlCharacters = (text: string, lines: 'one line' | 'several lines' = 'one line'): boolean =>
  (lines === 'one line' ? inLine : inLines).test(text);
