import type { Mounted } from '../mounted.ts';
import { refusedToken } from './check-server.ts';
import { wrong, type Finding } from './finding.ts';

/** What the widget itself has reported: a refused session token, and ignored options. */
export function checkHeard(heard: Mounted['heard']): Finding[] {
  const [session, options] = [heard['session-refused'], heard['options-ignored']];
  return [
    ...(session?.event === 'session-refused' ? [refusedToken(session.payload.reason)] : []),
    ...(options?.event === 'options-ignored'
      ? options.payload.sentences.map((sentence) => wrong(sentence, 'Change the option, or leave it out.'))
      : []),
  ];
}
