import { useLayoutEffect, useRef } from 'react';
import '../../styles/step-slide.css';

export type StepDirection = 'forward' | 'back';

/**
 * Slides the parts of `box` in when `step` changes: from the inline end going forward, from the inline start back. What
 * comes into the box later is there at once, and so is a step without a direction.
 *
 * The parts themselves move: while a view transition ran, no press on what slides was heard.
 */
export function useStepSlide(box: () => Element | null, step: unknown, direction: StepDirection | undefined): void {
  const last = useRef(step);
  useLayoutEffect(() => {
    if (last.current === step) return;
    last.current = step;
    if (direction) for (const part of box()?.children ?? []) part.setAttribute('data-slide', direction);
  });
}
