import type { UploadedFile } from '@causeway/contract/shapes/verification';
import { documentShownMs } from '@causeway/domain/verification/documents';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../lib/format/error-text.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Popup } from '../../../ui/layout/popup.tsx';
import text from '../../../ui/layout/text.module.css';
import styles from './see-document.module.css';

/** Gets a file; none once it may no longer be read. */
export type SeeFile = (id: string, signal: AbortSignal) => Promise<Blob | undefined>;

export interface SeeDocumentProps {
  held: UploadedFile;
  title: string;
  read: SeeFile;
}

/** Shows a file that was just uploaded; an hour later it says that it stays shut (decision 029). */
export function SeeDocument({ held, title, read }: SeeDocumentProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const isLate = useLate(held.createdAt);
  if (isLate && !isOpen) return <span>{t('tpl:verification:see_late')}</span>;
  return (
    <>
      <LinkButton inline aria-label={t('tpl:verification:see_label', { name: title })} onClick={() => setOpen(true)}>
        {t('tpl:verification:see')}
      </LinkButton>
      <Popup open={isOpen} onClose={() => setOpen(false)} title={title} closeLabel={t('tpl:common:close')}>
        <File id={held.id} title={title} read={read} />
      </Popup>
    </>
  );
}

/** Whether the hour of a file is over, by the clock of the device; the server decides. */
function useLate(createdAt: number): boolean {
  const [left] = useState(() => createdAt * 1000 + documentShownMs - Date.now());
  const [isLate, setLate] = useState(left <= 0);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLate(true), left);
    return () => clearTimeout(timer);
  }, [left]);
  return isLate;
}

type Shown = 'loading' | 'gone' | { file: Blob } | { failure: unknown };

function File({ id, title, read }: { id: string; title: string; read: SeeFile }) {
  const t = useTexts();
  const [tries, setTries] = useState(0);
  const [shown, setShown] = useState<Shown>('loading');
  const readNow = useRef(read);
  useEffect(() => {
    const own = new AbortController();
    readNow.current(id, own.signal).then(
      (file) => setShown(file === undefined ? 'gone' : { file }),
      (failure: unknown) => {
        if (!own.signal.aborted) setShown({ failure });
      },
    );
    return () => own.abort();
  }, [id, tries]);
  if (shown === 'loading')
    return (
      <div aria-busy="true">
        <Skeleton width="100%" height="240px" />
      </div>
    );
  if (shown === 'gone') return <Callout type="info">{t('tpl:verification:see_late')}</Callout>;
  if ('failure' in shown)
    return (
      <div className={text.stack}>
        <Callout>{failureText(shown.failure, t)}</Callout>
        <Button
          onClick={() => {
            setShown('loading');
            setTries(tries + 1);
          }}
        >
          {t('tpl:common:try_again')}
        </Button>
      </div>
    );
  return shown.file.type === 'application/pdf' ? (
    <Paper file={shown.file} />
  ) : (
    <Picture file={shown.file} title={title} />
  );
}

/** Drawn, because the page loads no pictures but those of its own server. */
function Picture({ file, title }: { file: Blob; title: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isLeft = false;
    void createImageBitmap(file).then((bitmap) => {
      if (!isLeft && canvas.current !== null) {
        Object.assign(canvas.current, { width: bitmap.width, height: bitmap.height });
        canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0);
      }
      bitmap.close();
    });
    return () => {
      isLeft = true;
    };
  }, [file]);
  return <canvas ref={canvas} className={styles.picture} role="img" aria-label={title} />;
}

/** A PDF opens beside the page, in the browser's own viewer. */
function Paper({ file }: { file: Blob }) {
  const t = useTexts();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <a href={url} target="_blank" rel="noreferrer" className={styles.open}>
      {t('tpl:verification:see_open')}
    </a>
  );
}
