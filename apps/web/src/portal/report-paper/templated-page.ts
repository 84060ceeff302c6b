import { createContext, type ReactNode } from 'react';
import type { TemplatedPageProps } from '../feature';

/** Draws a page of a report's template; the feature that has the report supplies it. Null where nothing draws one. */
export const TemplatedPage = createContext<((props: TemplatedPageProps) => ReactNode) | null>(null);
