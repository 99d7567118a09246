const fetchFile = () => import('./late-parts.tsx');

let fetched: ReturnType<typeof fetchFile> | undefined;

/**
 * The parts that no first screen needs, fetched once. What is asked of them in a press begins in it: `import` answers
 * after the press was handled, also when the file is there.
 */
export function fetchLateParts(): ReturnType<typeof fetchFile> {
  fetched ??= fetchFile().catch((error: unknown) => {
    fetched = undefined;
    throw error;
  });
  return fetched;
}
