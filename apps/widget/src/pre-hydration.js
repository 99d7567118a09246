// Runs inlined in the page before the application: keeps the amount fields usable and hands over what was typed.
for (const input of document.querySelectorAll('#payin,#payout')) {
  input.addEventListener('input', () => {
    const text = input.value
      .replace(',', '.')
      .replace(/[^\d.]/g, '')
      .replace(/(\..*)\./g, '$1');
    if (text !== input.value) input.value = text;
    (window.typedEarly ??= {})[input.id] = text;
  });
}
document.querySelector('#root form')?.addEventListener('submit', (event) => event.preventDefault());
// The arithmetic of the price stays open where the whole page fits its window; looked at once, when the first frame is drawn.
const fees = document.querySelector('#root details');
if (fees) {
  requestAnimationFrame(() => {
    fees.open = document.documentElement.scrollHeight <= innerHeight;
  });
}
// For whoever measures: from here on typing is heard.
document.documentElement.dataset.live = 'true';
