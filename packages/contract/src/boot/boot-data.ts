import type { ErrorItem } from '../errors/error-item.ts';
import type { Client } from '../shapes/client.ts';
import type { ConfigAnswer } from '../shapes/site-config.ts';

/** What a partner has configured for its pages. Presets are in the config: `default` and `widgetParams`. */
export interface BootHost {
  partnerKey: string;
  /** Presets that neither URL nor message can change, by their names in the product (`dstAddress`). */
  locked: readonly string[];
  /**
   * The session that the page received for its session token, sent back with C-29 as `partnerSession`; empty without
   * one.
   */
  session: string;
  /** Why the session token was refused, shown to the client and sent to the host page. */
  sessionError: ErrorItem | null;
  /** The same for the host page's developers: changed or never made, used before, too old, or of another partner. */
  sessionFault: 'unknown' | 'used' | 'expired' | 'partner' | null;
  /** Names or patterns of the routes that may be reached; `null` for all (2.2-05). */
  routes: readonly string[] | null;
}

/** A message of the catalogue in the compiled form of Lingui: text, or parts with placeholders. */
export type CompiledMessage = string | readonly unknown[];

/**
 * Everything the first screen needs, inlined in the page: prerender and hydration read this one object, so
 * that both draw the same.
 */
export interface BootData {
  /** Path code of the page's language. */
  language: string;
  /** The page's URL names it, so a client's saved language does not replace it. */
  isLanguageNamed?: true;
  /** Languages that have a catalogue, path codes. */
  languages: readonly string[];
  /** Compiled texts of the first screen. */
  texts: Readonly<Record<string, CompiledMessage>>;
  config: ConfigAnswer;
  /**
   * A visitor; `expected` is what a client of this browser is expected to do next, as the browser says by a cookie.
   * It decides words and nothing else, and is gone once the client is known.
   */
  client: Client & { expected?: 'buy' | 'verify' | undefined };
  /** Path and query of the page request, without the language prefix. */
  path: string;
  /** Options of the URL that are not known or not possible, a sentence for each; left out when there is none. */
  ignored?: readonly string[];
  brand: {
    name: string;
    slug: string;
    supportUrl: string;
    /** Script of the operator's support chat; without one the support address is used. */
    chatUrl?: string | undefined;
    /**
     * Base URL of the operator's own client site, whose `/balance` takes withdrawals (C-46) while
     * `new_widget_withdrawal` is off.
     */
    clientUrl?: string | undefined;
    /** URLs of the operator's terms of use and privacy notice, when they have a page. */
    termsUrl?: string | undefined;
    privacyUrl?: string | undefined;
    /** The company that runs the product, and where its legal contact is. */
    legalText?: string | undefined;
    legalUrl?: string | undefined;
  };
  /** Where captcha tokens come from: a proof of work by the page (C-06a), or the script of a provider. */
  captcha: { kind: 'proof-of-work' } | { kind: 'siteverify'; scriptUrl: string; siteKey: string };
  /** Left out on a page without a partner. */
  host?: BootHost;
  /** Set where the operator keeps statistics of events (C-69); otherwise none is sent. */
  isAnalyticsOn?: true | undefined;
  /** Where errors are reported (C-70), and the host whose pages report; unset when reports are off. */
  errorReports?: { dsn: string; host: string; release: string } | undefined;
  /** Origins that may frame this page and exchange messages with it; empty outside a partner's page. */
  parentOrigins: readonly string[];
  theme: 'light' | 'dark' | 'auto';
  /** Custom properties of the partner's theme, already made safe. */
  themeProperties: Readonly<Record<string, string>>;
  /** The server's time, Unix seconds. */
  now: number;
}
