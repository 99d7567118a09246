/** A fault that a person can correct: its message is all that person needs to see. */
export class Fault extends Error {}

/** Prints the step, and how long it took. */
export async function step(title, work) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  console.log(`- ${title}`);
  const patience = setInterval(() => console.log(`  still at it after ${seconds()}`), 20_000);
  try {
    const result = await work();
    console.log(`  done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(patience);
  }
}

/** The end of a long output, where the reason usually is. */
export function tail(output, lines = 40) {
  return output.trimEnd().split('\n').slice(-lines).join('\n');
}

/** Runs a script's main function: a fault is printed in one line, anything else with its trace. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Fault ? error.message : error);
    process.exit(1);
  }
}
