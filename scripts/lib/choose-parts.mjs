import { Fault } from './step.mjs';
import { testParts } from './test-parts.mjs';

/**
 * The parts of `npm test` that its parameters ask for: all of them, `--quick` for those of a change in work, or the
 * beginnings of their names.
 *
 * @throws Fault for a parameter that no part has, as a run of nothing would look like a success
 */
export function chooseParts(parameters) {
  const isQuick = parameters.includes('--quick');
  const names = parameters.filter((parameter) => parameter !== '--quick');
  const unknown = names.filter((name) => !testParts.some((part) => part.name.startsWith(name)));
  if (unknown.length > 0 || (isQuick && names.length > 0))
    throw new Fault(
      `npm test takes --quick alone, or beginnings of: ${testParts.map(({ name }) => name).join(', ')}. ` +
        `It was given: ${parameters.join(' ')}.`,
    );
  if (isQuick)
    return testParts.filter(({ quick }) => quick !== undefined).map((part) => ({ ...part, work: part.quick }));
  return testParts.filter(({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)));
}
