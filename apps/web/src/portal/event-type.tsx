/** 'MemberDetailsRevised' and 'memberDetailsRevised' read 'Member details revised'. */
export function typeWords(name: string): string {
  const text = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase();
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\bonecentral\b/gi, 'OneCentral');
}

/** The name of an event's type, beside its words: what searches, files and the documentation call it. */
export const TypeName = ({ type }: { type: string }) => (
  <code className="font-mono text-xs font-normal wrap-anywhere text-ink-3">{type}</code>
);
