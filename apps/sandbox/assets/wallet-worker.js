/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument, unicorn/require-post-message-target-origin -- a plain browser script, served as it is: there are no types to be safe with, and a worker has no target origin */
// The wallet behind its sheet: it hands a payment to the sheet, and what the sheet gave to the page that asked.
let asked;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('canmakepayment', (event) => event.respondWith(true));
self.addEventListener('paymentrequest', (event) => {
  const [{ supportedMethods, data }] = event.methodData;
  event.respondWith(
    new Promise((resolve, reject) => {
      asked = { method: supportedMethods, data, total: event.total, resolve };
      event.openWindow(self.registration.scope).catch(reject);
    }),
  );
});
self.addEventListener('message', ({ data, source }) => {
  if (!asked) return;
  if (data.type === 'open') source.postMessage({ payment: asked.data.payment, total: asked.total });
  if (data.type === 'paid')
    asked.resolve({
      methodName: asked.method,
      details: {
        apiVersion: 2,
        apiVersionMinor: 0,
        paymentMethodData: { type: 'CARD', tokenizationData: { type: 'PAYMENT_GATEWAY', token: data.token } },
      },
    });
});
