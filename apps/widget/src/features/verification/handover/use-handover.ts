import { endHandoverEndpoint } from '@causeway/contract/endpoints/end-handover.generated';
import { readHandoverEndpoint } from '@causeway/contract/endpoints/read-handover.generated';
import { startHandoverEndpoint } from '@causeway/contract/endpoints/start-handover.generated';
import type { UploadedFile } from '@causeway/contract/shapes/verification';
import { useEffect, useEffectEvent, useState } from 'react';
import { ServerFailure } from '../../../lib/api/server-failure.ts';
import { createPoll } from '../../../lib/polling/poll.ts';
import { useRuntime } from '../../../platform/runtime.ts';
import type { FileWizard } from '../files/wizard-files.ts';

/** Milliseconds between two looks at what the phone does. */
const every = 2500;

export type HandoverState =
  | { name: 'none' }
  | { name: 'starting' }
  | { name: 'failed'; failure: unknown }
  | { name: 'waiting'; token: string }
  | { name: 'open'; deviceName: string }
  /** The phone is done; or the time of link or phone is over, or it was ended elsewhere. */
  | { name: 'done' | 'over' };

export interface Handover {
  state: HandoverState;
  start: () => void;
  /** Ends the link, or the phone that opened it. */
  end: () => void;
  /** Ends the link as long as no phone has opened it. */
  endUnopened: () => void;
}

interface Options {
  wizard: FileWizard;
  walletId: string;
  /** Given what the wizard holds, whenever the phone is asked about. */
  onFiles: (files: UploadedFile[]) => void;
}

/** A wizard that goes on with a phone, followed from the page that handed it over. */
export function useHandover({ wizard, walletId, onFiles }: Options): Handover {
  const { api, network } = useRuntime();
  const [state, setState] = useState<HandoverState>({ name: 'none' });
  const [id, setId] = useState('');
  const isFollowed = id !== '' && (state.name === 'waiting' || state.name === 'open');
  const take = useEffectEvent((read: { state: string; deviceName: string; documents: UploadedFile[] }) => {
    if (read.state !== 'waiting') onFiles(read.documents);
    if (read.state === 'open') setState({ name: 'open', deviceName: read.deviceName });
    if (read.state === 'done' || read.state === 'over') setState({ name: read.state });
  });

  useEffect(() => {
    if (!isFollowed) return undefined;
    const poll = createPoll({
      network,
      every,
      call: (signal) => api.call(readHandoverEndpoint, { id }, { signal }),
    });
    return poll.subscribe(() => {
      const { data, failure } = poll.state();
      if (failure instanceof ServerFailure && failure.status === 404) setState({ name: 'over' });
      else if (data !== undefined && failure === undefined) take(data);
    });
  }, [api, network, id, isFollowed]);

  async function start(): Promise<void> {
    setState({ name: 'starting' });
    try {
      const started = await api.call(startHandoverEndpoint, { wizard, ...(walletId !== '' && { walletId }) });
      setId(started.id);
      setState({ name: 'waiting', token: started.token });
    } catch (failure) {
      setState({ name: 'failed', failure });
    }
  }

  function end(): void {
    setState({ name: 'none' });
    // What does not arrive ends by its own time.
    if (id !== '') api.call(endHandoverEndpoint, { id }).catch(() => undefined);
    setId('');
  }

  return {
    state,
    start: () => void start(),
    end,
    endUnopened() {
      if (state.name !== 'open') end();
    },
  };
}
