import { Note } from '../../ui/note.tsx';
import { useStepper } from '../app-parts.ts';

/** The order waits for the connection and goes on by itself. */
export function ConnectionNotice() {
  const { errors, isCreating } = useStepper();
  const wait = errors.find(({ code, type }) => code === 'TRY_LATER' && type === 'warning');
  return isCreating && wait && <Note type="info">{wait.text}</Note>;
}
