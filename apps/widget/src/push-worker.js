// Shows push messages and opens their page. It answers no requests of pages: the application comes from the server.
self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const { title, text, path, topic } = event.data.json();
  // One that is sent again takes the place of the first.
  event.waitUntil(self.registration.showNotification(title, { body: text, tag: topic, data: { path } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});

/** A page that is open at this place is shown; none that the person is using is led away from its own. */
async function openPage(path) {
  const { origin } = self.location;
  const target = new URL(path, origin);
  const { href } = target.origin === origin ? target : new URL(origin);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => url === href);
  await (open === undefined ? self.clients.openWindow(href) : open.focus());
}
