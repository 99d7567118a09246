import type { FrameMessage } from '../shared/frame-window.ts';
import { isRecord } from '../shared/guards.ts';
import { parseInMessage } from '../shared/parse-in-message.ts';
import { SPOKEN_VERSIONS, type InMessage } from '../shared/protocol.ts';

export interface Trust {
  /** The partner's page: the direct parent window, or the opener. */
  page: unknown;
  /** Exact origins it may have. */
  origins: readonly string[];
  /** This page's session; a message with another one is meant for an earlier page. */
  session: string;
}

/**
 * The message in an event that may be trusted, or undefined. Source and origin are checked before the data is looked
 * at.
 */
export function readHostMessage(event: FrameMessage, trust: Trust): InMessage | undefined {
  if (event.source !== trust.page || !trust.origins.includes(event.origin)) return undefined;
  if (!isRecord(event.data)) return undefined;
  const { causeway: version, session, event: name, payload } = event.data;
  // Missing version and session are accepted, because a partner may post `{event, payload}` by hand. Wrong ones are
  // refused.
  if (version !== undefined && !SPOKEN_VERSIONS.some((spoken) => spoken === version)) return undefined;
  if (session !== undefined && session !== trust.session) return undefined;
  return parseInMessage(name, payload);
}
