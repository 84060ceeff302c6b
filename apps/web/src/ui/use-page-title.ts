import { useEffect } from 'react';

export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Superscope`;
    // Printed at the top of each page.
    document.documentElement.style.setProperty('--page-title', JSON.stringify(document.title));
  }, [title]);
}
