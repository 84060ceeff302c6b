import { useEffect, useState, type PointerEvent } from 'react';

interface Options {
  onLift: (id: string) => void;
  /** A lifted row is over another one. */
  onOver: (id: string, other: string) => void;
  onDrop: () => void;
  onCancel: () => void;
}

/**
 * Drags rows (`data-row`) by their handles with a finger or a pen, for which browsers send no drag events. The handle must have
 * `touch-action: none`. Returns what to listen to on the handle of a row.
 */
export function useTouchDrag({ onLift, onOver, onDrop, onCancel }: Options) {
  const [dragged, setDragged] = useState<string | null>(null);
  // On the window, because a row that moves is taken out of the document for a moment. Anew each time, for the list as it then is.
  useEffect(() => {
    if (dragged === null) return;
    const move = ({ clientX, clientY }: MouseEvent) => {
      const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-row]');
      const other = row?.dataset['row'];
      if (other !== undefined && other !== dragged) onOver(dragged, other);
    };
    const end = (then: () => void) => () => {
      setDragged(null);
      then();
    };
    const [drop, cancel] = [end(onDrop), end(onCancel)];
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', cancel);
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', cancel);
    };
  });
  return (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' || !event.isPrimary) return;
      const { currentTarget, pointerId } = event;
      if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId);
      setDragged(id);
      onLift(id);
    },
  });
}
