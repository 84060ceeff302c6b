/** Rises when the rules by which PDFs are rewritten or refused change. Every stored PDF is then looked at again. */
export const rewriterVersion = 1;
