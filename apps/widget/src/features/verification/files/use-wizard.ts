import type { getWizardInfo } from '@causeway/contract/calls/get-wizard-info';
import type { AnswerOf } from '@causeway/contract/define-call';
import { getLimitsEndpoint } from '@causeway/contract/endpoints/get-limits.generated';
import { getWizardInfoEndpoint } from '@causeway/contract/endpoints/get-wizard-info.generated';
import { updateVerificationEndpoint } from '@causeway/contract/endpoints/update-verification.generated';
import type { ClientLimits, UploadedFile } from '@causeway/contract/shapes/verification';
import type { ClientLevel } from '@causeway/domain/clients/client-level';
import { useState, useSyncExternalStore } from 'react';
import { createLivePoll } from '../../../lib/live/live-poll.ts';
import { liveOf } from '../../../lib/live/live.ts';
import { useRuntime } from '../../../platform/runtime.ts';
import { readFile } from '../viewer/read-file.ts';
import { verificationPolling } from '../rules/wizard-rows.ts';
import type { FileWizard } from './wizard-files.ts';

export type WizardInfo = AnswerOf<typeof getWizardInfo>;

export interface WizardNow {
  info: WizardInfo;
  level: ClientLevel;
  limits: ClientLimits;
}

export interface FollowedWizard {
  /** As the server answered last, with the files that were sent and removed here since. */
  now: WizardNow | undefined;
  failure: unknown;
  again: () => void;
  /** Reads the files of the wizard at once. */
  readFiles: () => Promise<UploadedFile[]>;
  /** Reads one of them; none once it may no longer be read. */
  see: (id: string, signal: AbortSignal) => Promise<Blob | undefined>;
  /** Shows a change of the files before the server is asked again. */
  change: (to: (files: readonly UploadedFile[]) => UploadedFile[]) => void;
}

/** One wizard, read again and again, so that a decision shows by itself (9-04). */
export function useWizard(wizard: FileWizard, walletId: string): FollowedWizard {
  const runtime = useRuntime();
  const { api, network, session, texts } = runtime;
  const asked = { wizard, ...(walletId !== '' && { walletId }) };
  const [poll] = useState(() =>
    createLivePoll<WizardNow>({
      live: liveOf(runtime),
      changes: ['verification'],
      network,
      every: verificationPolling,
      call: async (signal) => {
        const [info, { views }, { clientLimits }] = await Promise.all([
          api.call(getWizardInfoEndpoint, asked, { signal }),
          api.call(updateVerificationEndpoint, { ghostMode: true }, { signal }),
          api.call(getLimitsEndpoint, {}, { signal }),
        ]);
        return { info, level: views.clientLevel, limits: clientLimits };
      },
    }),
  );
  const { data, failure } = useSyncExternalStore(poll.subscribe, poll.state, poll.state);
  const [changed, setChanged] = useState<{ files: UploadedFile[]; since: WizardNow | undefined }>();
  const readFiles = async () => (await api.call(getWizardInfoEndpoint, asked)).documents;
  const isChanged = changed !== undefined && changed.since === data;
  return {
    now: data && isChanged ? { ...data, info: { ...data.info, documents: changed.files } } : data,
    failure,
    again: poll.again,
    readFiles,
    see: (id, signal) => readFile({ session, language: texts.language(), renew: readFiles }, id, signal),
    change(to) {
      const since = poll.state().data;
      setChanged((before) => {
        const files = before !== undefined && before.since === since ? before.files : (since?.info.documents ?? []);
        return { files: to(files), since };
      });
      // An answer that was under way is older than the change, and is dropped.
      poll.again();
    },
  };
}
