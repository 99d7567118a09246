import type { CompiledMessage } from '@causeway/contract/boot/boot-data';
import type { Language } from '@causeway/domain/languages/languages';
import { getCatalogue } from '../modules/locales/catalogues.ts';
import { compileTexts } from '../modules/locales/compile-texts.ts';
import type { WidgetBundle } from './widget-bundle.ts';

type IsFirst = WidgetBundle['isFirstScreenText'];

/** Catalogues and bundle do not change while the server runs; going through all texts took half as long as a page. */
const known = new WeakMap<IsFirst, Map<Language, Record<string, CompiledMessage>>>();

/** The compiled texts that are sent with a page. They must not be written to. */
export function firstTexts(isFirst: IsFirst, language: Language): Record<string, CompiledMessage> {
  const texts = known.get(isFirst) ?? new Map<Language, Record<string, CompiledMessage>>();
  known.set(isFirst, texts);
  const found = texts.get(language) ?? compileFirst(isFirst, language);
  texts.set(language, found);
  return found;
}

function compileFirst(isFirst: IsFirst, language: Language): Record<string, CompiledMessage> {
  return compileTexts(language, Object.keys(getCatalogue(language).public).filter(isFirst));
}
