import type { SVGProps } from 'react';

interface Props extends SVGProps<SVGTextElement> {
  x: number;
  y: number;
  text: string;
  /** The width for a line; words that are wider stand above each other, the last at `y`. */
  room: number;
  fontSize: number;
}
/** Mean width of a letter in parts of its height. */
export const LETTER = 0.56;

/** A text in a drawing, in two lines if it needs them. */
export function SvgWords({ x, y, text, room, fontSize, ...rest }: Props) {
  const lines = text.length * fontSize * LETTER <= room ? [text] : inTwo(text);
  return (
    <text x={x} y={y} fontSize={fontSize} {...rest}>
      {lines.map((line, at) => (
        <tspan key={line} x={x} y={y - (lines.length - 1 - at) * (fontSize + 2)}>
          {at === 0 || lines.length === 1 ? line : ` ${line}`}
        </tspan>
      ))}
    </text>
  );
}

/** The words before the last, and the last. */
function inTwo(text: string): string[] {
  const at = text.lastIndexOf(' ');
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
