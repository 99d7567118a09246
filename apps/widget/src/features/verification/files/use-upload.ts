import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { useEffect, useRef, useState } from 'react';
import { ServerFailure } from '../../../lib/api/server-failure.ts';
import type { Translate } from '../../../lib/i18n/texts.ts';
import { errorText, failureText } from '../../../lib/format/error-text.ts';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { judgeFile } from './wizard-files.ts';

export type UploadState =
  | { name: 'none' }
  | { name: 'sending'; share: number }
  /** The upload failed; with `isKept` the same file can be sent again. */
  | { name: 'denied'; text: string; isKept: boolean };

export interface Upload {
  state: UploadState;
  /** The picture as it was chosen here, to be shown beside its place. */
  picture: Blob | undefined;
  choose: (file: File) => void;
  again: () => void;
  cancel: () => void;
}

/** How a place changes what the server holds for it. */
export interface PlaceCalls {
  /** Sends the file. @returns what is wrong with it, for a person; none when it is kept */
  send: (file: Blob, options: { signal: AbortSignal; onProgress: (share: number) => void }) => Promise<ErrorItem[]>;
  /** After a broken connection: whether the file has arrived all the same. */
  hasArrived: () => Promise<boolean>;
  /** Absent where files are only added. */
  remove?: (id: string) => Promise<void>;
}

/**
 * The upload of one file: judged when it is chosen, sent with its progress, and kept here until the server has it.
 * After a broken connection it goes on as soon as there is one.
 */
export function useUpload(isPictureOnly: boolean, calls: PlaceCalls | undefined): Upload {
  const { network } = useRuntime();
  const t = useTexts();
  const [state, setState] = useState<UploadState>({ name: 'none' });
  const [picture, setPicture] = useState<Blob>();
  const kept = useRef<File>(undefined);
  const running = useRef<AbortController>(undefined);

  function deny(text: string, isKept: boolean): void {
    if (!isKept) {
      kept.current = undefined;
      setPicture(undefined);
    }
    setState({ name: 'denied', text, isKept });
  }

  async function start(file: File, isAgain: boolean): Promise<void> {
    if (calls === undefined) return;
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    kept.current = file;
    setState({ name: 'sending', share: 0 });
    try {
      const fault = isAgain ? undefined : await judgeFile(file, isPictureOnly);
      if (own.signal.aborted) return;
      if (fault !== undefined) {
        deny(t(fault === 'unreadable' ? 'tpl:verification:permissions_required' : `tpl:error:${fault}`), false);
        return;
      }
      setPicture(file);
      if (isAgain && (await calls.hasArrived())) return settle(own, []);
      const onProgress = (share: number) => {
        if (!own.signal.aborted) setState({ name: 'sending', share });
      };
      settle(own, await calls.send(file, { signal: own.signal, onProgress }));
    } catch (failure) {
      if (!own.signal.aborted) deny(...explain(failure, t));
    }
  }

  function settle(own: AbortController, [fault]: readonly ErrorItem[]): void {
    if (own.signal.aborted) return;
    if (fault !== undefined) return deny(errorText(fault, t), false);
    kept.current = undefined;
    setState({ name: 'none' });
  }

  function again(): void {
    if (kept.current) void start(kept.current, true);
  }

  const isWaiting = state.name === 'denied' && state.isKept;
  useEffect(() => (isWaiting ? network.onOnline(again) : undefined));
  useEffect(() => () => running.current?.abort(), []);

  return {
    state,
    picture,
    choose: (file) => void start(file, false),
    again,
    cancel() {
      running.current?.abort();
      kept.current = undefined;
      setPicture(undefined);
      setState({ name: 'none' });
    },
  };
}

/** The text shown for a failure, and whether the same file may be sent again. */
function explain(failure: unknown, t: Translate): [text: string, isKept: boolean] {
  if (failure instanceof ServerFailure && failure.errors[0])
    return [errorText(failure.errors[0], t), failure.status >= 500];
  return [failureText(failure, t), true];
}

/**
 * Files that are dropped or pasted anywhere on the page: they belong to the place under the pointer or with the focus,
 * else to the first that takes one. None ever takes the page away.
 *
 * @returns whether a file is held over this place
 */
export function useFilesOfPage(
  section: { current: HTMLElement | null },
  isTakingFile: boolean,
  choose: (file: File) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const isMine = (target: EventTarget | null) => {
      const open = [...document.querySelectorAll('[data-place=open]')];
      const at = (node: unknown) => open.find((place) => node instanceof Node && place.contains(node));
      return section.current !== null && (at(target) ?? at(document.activeElement) ?? open[0]) === section.current;
    };
    const take = (event: Event, files: FileList | undefined) => {
      const [file] = files ?? [];
      if (file === undefined) return;
      event.preventDefault();
      if (isTakingFile && isMine(event.target)) choose(file);
    };
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData?.files);
    const drop = (event: DragEvent) => {
      setOver(false);
      take(event, event.dataTransfer?.files);
    };
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(isTakingFile && isMine(event.target));
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    document.addEventListener('paste', paste);
    document.addEventListener('drop', drop);
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    return () => {
      document.removeEventListener('paste', paste);
      document.removeEventListener('drop', drop);
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
    };
  });
  return isOver;
}
