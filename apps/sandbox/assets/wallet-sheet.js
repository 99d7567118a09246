/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument, unicorn/require-post-message-target-origin -- a plain browser script, served as it is: there are no types to be safe with, and a worker has no target origin */
// The sheet that the browser opens over a shop's page: a press on a card pays.
(() => {
  const cards = document.getElementById('cards');
  let payment = '';

  function post(message) {
    void navigator.serviceWorker.ready.then(({ active }) => active.postMessage(message));
  }

  async function pay(number) {
    const answer = await fetch(`${cards.dataset.path}/sheet/cards`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment, number }),
    });
    if (answer.ok) post({ type: 'paid', token: await answer.text() });
  }

  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    payment = data.payment;
    document.getElementById('amount').textContent = `${data.total.value} ${data.total.currency}`;
  });
  navigator.serviceWorker.startMessages();
  for (const button of cards.querySelectorAll('[data-card]'))
    button.addEventListener('click', () => void pay(button.dataset.card));
  document.getElementById('cancel').addEventListener('click', () => window.close());
  post({ type: 'open' });
})();
