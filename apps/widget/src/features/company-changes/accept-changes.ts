import type { Api } from '../../lib/api/api.ts';
import type { Saving } from '../../platform/use-save.ts';
import { acceptChangesEndpoint } from './api/accept-company-changes.ts';

export interface AcceptOptions {
  api: Api;
  saving: Pick<Saving<'is_agree'>, 'run'>;
  onAccepted: () => Promise<void>;
  /** Notifies that it did not come to that (8-11). */
  onFailed: () => void;
}

/** Tells the server that this version of the agreement is accepted. */
export async function acceptChanges(
  { api, saving, onAccepted, onFailed }: AcceptOptions,
  wish: { version: string; isAgree: boolean },
): Promise<void> {
  const answer = await saving.run(() => api.call(acceptChangesEndpoint, wish));
  if (answer) await onAccepted();
  else onFailed();
}
