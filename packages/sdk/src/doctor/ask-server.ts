import { checkServer, readReport } from './check-server.ts';
import { wrong, type Finding } from './finding.ts';

export interface Question {
  /** Where Causeway runs. */
  origin: string;
  partnerKey: string;
  pageOrigin: string;
  sessionToken: string;
}

/** Asks Causeway to check key, origin and token. Checking a token does not use it up. */
export async function askServer({ origin, partnerKey, pageOrigin, sessionToken }: Question): Promise<Finding[]> {
  const query = new URLSearchParams({ partner_key: partnerKey, origin: pageOrigin, session_token: sessionToken });
  const started = Date.now();
  try {
    const response = await fetch(`${origin}/embed-doctor/report?${query}`, { credentials: 'omit', cache: 'no-store' });
    const report = readReport(await response.json());
    if (report) return checkServer(report, partnerKey, pageOrigin, (started + Date.now()) / 2);
  } catch {
    // Reported below, as is an answer that cannot be read.
  }
  return [
    wrong(
      `Causeway at ${origin} could not be asked.`,
      `Check the address; in the content policy, connect-src ${origin} lets this check through.`,
    ),
  ];
}
