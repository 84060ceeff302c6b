import { useEffect, useSyncExternalStore } from 'react';
import { MessageBox } from '../../ui/message-box';

/** What was saved last; null once it has been shown for a while. `key` tells it from the same words before. */
let said: { text: string; key: number } | null = null;
let count = 0;
const listeners = new Set<() => void>();

function say(next: typeof said) {
  said = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Says that a form was saved, wherever it stood: its dialog may be closed by now. */
export function saySaved(text: string): void {
  // Without a page nobody is there to read it, and whoever comes next did not save it.
  if (listeners.size === 0) return;
  count += 1;
  say({ text, key: count });
}

/** What was saved last, over the foot of the page for a few seconds. */
export function SavedNote() {
  const shown = useSyncExternalStore(subscribe, () => said);
  // It goes with the pages of whoever saved: the next to sign in is somebody else.
  useEffect(() => () => say(null), []);
  if (shown === null) return null;
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-sm rounded-md bg-raised shadow-pop print:hidden">
      <MessageBox key={shown.key} tone="good" onClose={() => say(null)}>
        {shown.text}
      </MessageBox>
    </div>
  );
}
