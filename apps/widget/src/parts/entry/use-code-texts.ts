import { clockText } from '../../lib/format/clock-text.ts';
import { useTexts } from '../../platform/runtime.ts';
import type { CodeStepTexts } from './code-step.tsx';

/** The texts that all screens of a code share. */
export function useCodeTexts(secondsLeft: number): Omit<CodeStepTexts, 'title' | 'lead'> {
  const t = useTexts();
  return {
    label: t('tpl:verification:code_label'),
    confirm: t('tpl:verification:confirm'),
    noCode: t('tpl:verification:no_code'),
    again: t('tpl:verification:again'),
    againIn: secondsLeft > 0 ? t('tpl:verification:again_in', { time: clockText(secondsLeft) }) : undefined,
    neverAsk: t('tpl:verification:never_ask'),
    missing: t('tpl:error:REQUIRED'),
  };
}
