import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { useRef, useState } from 'react';
import { ServerFailure } from '../lib/api/server-failure.ts';
import { errorText, failureText } from '../lib/format/error-text.ts';
import { useTexts } from './runtime.ts';

export interface SaveAnswer {
  success: 0 | 1;
  errors: readonly ErrorItem[];
}

export interface Saving<Field extends string> {
  isBusy: boolean;
  /** Text under a field. */
  errors: Readonly<Partial<Record<Field, string>>>;
  /** Text about the whole. */
  error: string | undefined;
  /** Makes a call, one at a time; the answer is given on only when it succeeded. */
  run: <Answer extends SaveAnswer>(call: () => Promise<Answer>) => Promise<Answer | undefined>;
  /**
   * The same for a call that ends the form: once it has succeeded nothing more is sent, however long the form is still
   * shown.
   */
  finish: <Answer extends SaveAnswer>(call: () => Promise<Answer>) => Promise<Answer | undefined>;
  /** Takes the complaints back as soon as something changes. */
  clear: () => void;
}

/**
 * Sends a form: busy while under way, errors at the fields that own them (names of the wire), the rest for the whole
 * form.
 */
export function useSave<Field extends string>(fields: readonly Field[]): Saving<Field> {
  const t = useTexts();
  const [isBusy, setBusy] = useState(false);
  const [items, setItems] = useState<readonly ErrorItem[]>();
  const [failure, setFailure] = useState<string>();
  const running = useRef(false);

  const at = (field: Field) => items?.find((item) => item.field === field);
  const owned = fields.flatMap((field) => {
    const item = at(field);
    return item ? [[field, errorText(item, t)] as const] : [];
  });
  const rest = items?.find((item) => !fields.some((field) => field === item.field));
  const isSilent = items?.length === 0;

  function showFailure(error: unknown): void {
    if (error instanceof ServerFailure && error.errors.length > 0) setItems(error.errors);
    else setFailure(failureText(error, t));
  }

  async function send<Answer extends SaveAnswer>(
    call: () => Promise<Answer>,
    isLast: boolean,
  ): Promise<Answer | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    clear();
    let saved: Answer | undefined;
    try {
      const answer = await call();
      if (answer.success === 1) saved = answer;
      else setItems(answer.errors);
    } catch (error) {
      showFailure(error);
    }
    running.current = isLast && saved !== undefined;
    setBusy(running.current);
    return saved;
  }

  function clear(): void {
    setItems(undefined);
    setFailure(undefined);
  }

  const error =
    failure ?? (rest ? errorText(rest, t) : isSilent ? t('tpl:common:error:something_went_wrong') : undefined);
  return {
    isBusy,
    errors: fromPairs(owned),
    error,
    run: (call) => send(call, false),
    finish: (call) => send(call, true),
    clear,
  };
}

function fromPairs<Field extends string>(pairs: readonly (readonly [Field, string])[]): Partial<Record<Field, string>> {
  const result: Partial<Record<Field, string>> = {};
  for (const [field, text] of pairs) result[field] = text;
  return result;
}
