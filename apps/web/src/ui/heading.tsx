import { createContext, use, type HTMLAttributes, type ReactNode } from 'react';

const Place = createContext<{ level: number; section: string | null }>({ level: 2, section: null });

interface UnderProps {
  /** The heading. */
  title: string;
  children: ReactNode;
}

/** What stands in a section under its heading, so that the headings in it are one level lower. */
export function Under({ title, children }: UnderProps) {
  const { level } = use(Place);
  return <Place value={{ level: level + 1, section: title }}>{children}</Place>;
}

/** The heading of the section around; null on the page itself. */
export const useSectionTitle = (): string | null => use(Place).section;

interface Props extends HTMLAttributes<HTMLHeadingElement> {
  /** By how many levels it is lower than the heading of its card. */
  lower?: 0 | 1 | 2;
}

/** A heading of a card, or of a part of one: of the second level on the page itself, and one lower in each section with a heading. */
export function Heading({ lower = 0, ...rest }: Props) {
  const Tag = `h${use(Place).level + lower}` as 'h2' | 'h3' | 'h4' | 'h5';
  return <Tag {...rest} />;
}
