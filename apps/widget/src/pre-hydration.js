// Runs inlined in the page before the application: keeps the amount fields usable; what was typed stays in them.
for (const input of document.querySelectorAll('#payin,#payout')) {
  input.addEventListener('input', () => {
    const text = input.value
      .replace(',', '.')
      .replace(/[^\d.]/g, '')
      .replace(/(\..*)\./g, '$1');
    if (text !== input.value) input.value = text;
  });
}
// A press that comes too early is kept, and made again once the application hears it.
const page = document.documentElement.dataset;
const form = document.querySelector('#root form');
const pressAgain = () => (page.hydrated ? form.requestSubmit() : requestAnimationFrame(pressAgain));
let isPressed = false;
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  if (page.hydrated) return;
  event.stopPropagation();
  if (!isPressed) pressAgain();
  isPressed = true;
});
// The arithmetic of the price stays open where the whole page fits its window; looked at once, when the first frame is drawn.
const fees = document.querySelector('#root details');
if (fees) {
  requestAnimationFrame(() => {
    fees.open = document.documentElement.scrollHeight <= innerHeight;
  });
}
// For whoever measures: from here on typing is heard.
page.live = 'true';
