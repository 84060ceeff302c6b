import { useEffect } from 'react';

export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Superscope`;
    // Stands at the head of each printed page.
    document.documentElement.style.setProperty('--page-title', JSON.stringify(document.title));
  }, [title]);
}
