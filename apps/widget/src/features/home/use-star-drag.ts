import { type PointerEvent, useRef } from 'react';

/** Pixels that a pointer moves before a press is a drag. */
const threshold = 6;

/** What a row of the balance is found by. */
export const rowMark = 'data-balance';

interface Drag {
  code: string;
  from: { x: number; y: number };
  isMoving: boolean;
}

/**
 * Drags a favourite by its star: where it is let go over the row of another one, it takes that one's place. The press
 * that ends a drag is none.
 */
export function useStarDrag(onDrop: (code: string, target: string) => void) {
  const drag = useRef<Drag>(undefined);
  const isJustDragged = useRef(false);
  const handlersOf = (code: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      isJustDragged.current = false;
      drag.current = { code, from: { x: event.clientX, y: event.clientY }, isMoving: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
      const { current } = drag;
      if (current === undefined) return;
      current.isMoving ||= Math.hypot(clientX - current.from.x, clientY - current.from.y) > threshold;
    },
    onPointerUp({ clientX, clientY }: PointerEvent<HTMLElement>) {
      const { current } = drag;
      drag.current = undefined;
      if (current?.isMoving !== true) return;
      isJustDragged.current = true;
      const target = document.elementFromPoint(clientX, clientY)?.closest(`[${rowMark}]`)?.getAttribute(rowMark);
      if (typeof target === 'string' && target !== current.code) onDrop(current.code, target);
    },
    onPointerCancel() {
      drag.current = undefined;
    },
  });
  /** Whether a press of the pointer on a star ended a drag. */
  return { handlersOf, endsDrag: () => isJustDragged.current };
}
