/** Danger text shows this many milliseconds after its last change. */
export const dangerDelay = 150;
