import { useLayoutEffect, useState, type RefObject } from 'react';

/** How high an element is in pixels, whose height its content does not decide; `usual` until it is known. */
export function useHeight(of: RefObject<HTMLElement | null>, usual: number): number {
  const [height, setHeight] = useState(usual);
  useLayoutEffect(() => {
    const element = of.current;
    if (!element) return;
    const measure = () => {
      if (element.clientHeight > 0) setHeight(element.clientHeight);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return height;
}
