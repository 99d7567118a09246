import { getConfig } from '@causeway/contract/calls/get-config';
import { presetNames } from '@causeway/contract/shapes/presets';
import { decodeForm, FormError } from '@causeway/contract/wire/decode-form';
import { toCamelCase } from '@causeway/contract/wire/names';
import type { AppContext } from '../../context.ts';
import { nearestName } from '@causeway/domain/text/nearest-name';
import type { WidgetBundle } from '../widget-bundle.ts';
import { judgeMeaning } from './judge-meaning.ts';
import { formsByName, plainNames } from './parameter-forms.ts';

/** The widget's entry, whose query is what a host page chose; other paths have queries of the widget's own. */
const entryPaths: readonly string[] = ['/', '/widget', '/buysell'];

const knownNames = [
  ...new Set([...formsByName.keys(), ...presetNames, ...Object.keys(getConfig.request.shape), ...plainNames]),
];

/** The SDK's own options, which never stand in an address, are meant by names too. */
const meantNames = [...knownNames, 'origin', 'title', 'display', 'needs', 'flags', 'debug'];

/** Attributes that any element may have, and those that frameworks write for themselves. */
const commonAttribute =
  /^(?:accesskey|autofocus|class|dir|draggable|exportparts|hidden|id|inert|is|item(?:id|prop|ref|scope|type)|jsaction|key|nonce|on[a-z]+|part|popover|ref|role|slot|spellcheck|style|suppress.*|tabindex|translate|(?:aria|data|ng|v|x)-.*|[^a-z].*)$/i;

const secretKeyForm = /^sk_/;
const secretInPage =
  'The partner key is a secret key, sk_…: whoever opens this page can read it. Give the public key, pk_…, and have the secret one replaced (rotate-key).';

/** Most characters of a sentence, and most sentences, within what the bridge takes. */
const sentenceMax = 512;
const sentencesMax = 20;

/** What is asked for: the path and query of a page, and whether the browser says that it is in no frame. */
export interface JudgedPage {
  path: string;
  query: string;
  isAlone: boolean;
}

/**
 * The options of a page that are not known or not possible, a sentence for each, with the right one that is nearest.
 * The page itself opens without them.
 */
export async function judgeOptions(
  context: AppContext,
  { names }: Pick<WidgetBundle, 'names'>,
  { path, query, isAlone }: JudgedPage,
): Promise<string[]> {
  if (query === '' || !entryPaths.includes(path)) return [];
  const fault = findFormFault(query);
  if (fault !== undefined) return [`All options were left out: ${fault}`];
  const isOfSdk = path === '/widget' && !isAlone;
  const sentences: string[] = [];
  const readable = new Map<string, string>();
  for (const [written, value] of new URLSearchParams(query)) {
    const name = toCamelCase(written);
    const form = formsByName.get(name);
    if (value === '') continue;
    if (name === 'attributes') sentences.push(...value.split(',').slice(0, 80).flatMap(judgeAttribute));
    else if (name === 'partnerKey' && secretKeyForm.test(value)) sentences.push(secretInPage);
    else if (form !== undefined && !form.fits(value))
      sentences.push(
        `The parameter "${written}" was left out: expected ${form.expected}, but got ${shorten(JSON.stringify(value))}.`,
      );
    else if (knownNames.includes(name)) readable.set(name, value);
    else sentences.push(...judgeUnknown(name, isOfSdk));
  }
  sentences.push(...(await judgeMeaning(context, names, readable)));
  const rest = sentences.length - sentencesMax;
  const shown = rest > 0 ? [...sentences.slice(0, sentencesMax - 1), `There are ${rest + 1} more faults.`] : sentences;
  return shown.map((sentence) => sentence.slice(0, sentenceMax));
}

function findFormFault(query: string): string | undefined {
  try {
    decodeForm(query);
    return undefined;
  } catch (error) {
    if (error instanceof FormError) return error.message;
    throw error;
  }
}

/** Links carry names of others, such as `utm_source`; the address of the SDK's frame does not. */
function judgeUnknown(name: string, isOfSdk: boolean): string[] {
  const meant = nearestName(name, meantNames);
  return meant === undefined && !isOfSdk ? [] : [unknownSentence(name, meant)];
}

/** An attribute or an option that the SDK did not know, by its name as it was written. */
function judgeAttribute(written: string): string[] {
  const name = written.replaceAll(/-([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
  if (meantNames.includes(name) || commonAttribute.test(written)) return [];
  const meant = nearestName(name, meantNames);
  const isAttribute = written.includes('-');
  return [unknownSentence(written, isAttribute && meant !== undefined ? toAttribute(meant) : meant)];
}

function unknownSentence(name: string, meant: string | undefined): string {
  const hint = meant === undefined ? 'The list is in docs/embedding.md.' : `Did you mean "${meant}"?`;
  return `There is no option or flag ${shorten(JSON.stringify(name))}. ${hint}`;
}

function toAttribute(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
}
