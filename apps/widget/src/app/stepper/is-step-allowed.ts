import { modeRow, type Mode } from '../modes.ts';
import type { StepName } from './steps.ts';

/** Whether a mode shows a step (1-38, 4.2-05). */
export function isStepAllowed(step: StepName, mode: Mode): boolean {
  return modeRow(mode).steps.includes(step);
}
