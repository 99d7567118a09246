import { isSupported } from '../../lib/browser-support.ts';
import type { BootData } from '@causeway/contract/boot/boot-data';
import {
  breadcrumbsIntegration,
  BrowserClient,
  captureConsoleIntegration,
  dedupeIntegration,
  defaultStackParser,
  getCurrentScope,
  globalHandlersIntegration,
  httpContextIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
  type BrowserOptions,
} from '@sentry/browser';
import { realTimers } from '../../lib/timing/timers.ts';
import { cleaned, judgeReport, judgeTrace } from './judge-report.ts';
import { isReportingOn, reportRules } from './report-rules.ts';
import { waitInLine } from './wait-in-line.ts';

type Settings = NonNullable<BootData['errorReports']>;
type Transport = NonNullable<BrowserOptions['transport']>;

/** Reports to a service with Sentry's interface, where the operator named one and the page is one to report from. */
export function startErrorReports({ dsn, host, release }: Settings): void {
  const place = { host: location.host, path: location.pathname, isSupported: isSupported(navigator.userAgent) };
  if (!isReportingOn(place, host)) return;
  const client = new BrowserClient({
    dsn,
    release,
    environment: 'production',
    sampleRate: reportRules.sampleRate,
    maxBreadcrumbs: reportRules.breadcrumbsMax,
    sendClientReports: false,
    stackParser: defaultStackParser,
    transport: patientTransport,
    transportOptions: { bufferSize: reportRules.bufferMax },
    integrations: [
      breadcrumbsIntegration({ dom: true, fetch: true, history: true, xhr: false }),
      globalHandlersIntegration(),
      captureConsoleIntegration({ levels: ['error'] }),
      linkedErrorsIntegration(),
      httpContextIntegration(),
      dedupeIntegration(),
    ],
    beforeSend: judgeReport,
    beforeBreadcrumb: (breadcrumb) => ({
      ...breadcrumb,
      ...cleaned({ data: breadcrumb.data, message: breadcrumb.message }),
    }),
    beforeSendTransaction: judgeTrace,
  });
  getCurrentScope().setClient(client);
  client.init();
}

/** Sentry's own transport, which reads the service's limits, behind a line. */
const patientTransport: Transport = (options) => {
  const transport = makeFetchTransport(options);
  return { ...transport, send: waitInLine((envelope) => transport.send(envelope), realTimers, {}) };
};
