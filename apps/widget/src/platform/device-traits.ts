/** The hash of this browser's traits, computed once per visit at its first need; empty where that fails. */
export function deviceTraits(): () => Promise<string> {
  let traits: Promise<string> | undefined;
  return () => (traits ??= import('./fingerprint.ts').then(({ fingerprint }) => fingerprint()).catch(() => ''));
}
