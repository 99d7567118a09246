// Runs inlined in the page before the application.
const root = document.querySelector('#root');
const page = document.documentElement.dataset;
// A page that may be framed is one in a tab of its own.
if (parent === self) root.firstElementChild?.removeAttribute('data-framed');
// Until React answers, the amounts work without it: what is typed stays in them, and no key or touch of theirs makes it
// join in one long piece.
const touches =
  'keydown keypress keyup input textInput compositionstart compositionend paste cut change pointerdown pointerup mousedown mouseup touchstart touchend click';
for (const type of touches.split(' ')) {
  root.addEventListener(
    type,
    (event) => {
      const input = event.target;
      // Text that is being composed is left alone, here and by the application that comes meanwhile.
      if (type === 'compositionstart') page.composing = 'true';
      if (type === 'compositionend') delete page.composing;
      if (page.hydrated || !/^pay(in|out)$/.test(input.id)) return;
      event.stopImmediatePropagation();
      if (page.composing) return;
      const text = input.value
        .replace(',', '.')
        .replace(/[^\d.]/g, '')
        .replace(/(\..*)\./g, '$1');
      if (text !== input.value) input.value = text;
    },
    true,
  );
}
// A press that comes too early is kept, and made again once the application hears it: of several, the last. A choice,
// the label around its field, is kept beside it, and made before: React would draw it as it was. A link of a text to a
// step of ours is followed by what comes late, and so is the rate and a fee that say more.
let early = [];
const hears = (pressed) => (pressed.matches('a,[aria-describedby]') ? page.links : page.hydrated);
const choiceOf = (pressed) => pressed.querySelector('[type=radio]')?.name;
// One in a frame. What waits for the price of a choice is pressed when that is there, within some seconds. That of an
// amount is asked for a few frames after the application hears, and the button goes off with it.
let waited = 0;
let isTyped;
const pressAgain = () => {
  const [first] = early;
  if (!first) return;
  if (!page.hydrated)
    isTyped = [...root.querySelectorAll('#payin,#payout')].some((one) => one.value !== one.defaultValue);
  if (hears(first)) {
    const isOff = first.matches(':disabled,[aria-disabled=true]');
    if (isOff) isTyped = false;
    if (!isOff && !(isTyped && first.type === 'submit' && waited < 60)) early.shift().click();
    else if (waited++ > 300) early = [];
  }
  requestAnimationFrame(pressAgain);
};
root.addEventListener(
  'click',
  (event) => {
    const pressed = event.target.closest(
      `button,label:not([for]),a[href$='/faq'],a[href$='/verification'],a[href$='/register']`,
    );
    if (!pressed || (pressed.host ?? location.host) !== location.host) return;
    if (hears(pressed)) {
      if (event.isTrusted) early = [];
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    const isWaiting = early[0];
    const choice = choiceOf(pressed);
    early = early.filter((one) => choiceOf(one) !== choice);
    if (choice) early.unshift(pressed);
    else early.push(pressed);
    if (!isWaiting) pressAgain();
  },
  true,
);
// The focus waits with it (D12); Escape lets go of both.
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') early = [];
  if (event.key === 'Tab' && early.some((one) => !choiceOf(one))) event.preventDefault();
});
// The arithmetic of the price stays open where the page fits its window; looked at once, and marked as looked at.
const fees = document.querySelector('#root details');
if (fees) {
  fees.dataset.fit = '';
  requestAnimationFrame(() => (fees.open &&= document.documentElement.scrollHeight <= innerHeight));
}
// The mode that a tab had when it left for a provider's page. Only a query: it stays on this path of ours. A page that
// takes none drops it in good time: another process keeps it, and is waited for.
const isBack = /\/(order-status|verification)\//.test(location.pathname);
const takeMode = () => {
  try {
    const mode = sessionStorage.getItem('causeway.mode');
    sessionStorage.removeItem('causeway.mode');
    if (!isBack || mode?.[0] !== '?' || /swMode|openPurchase/.test(location.search)) return false;
    location.replace(mode + location.search.replace('?', '&'));
    return true;
  } catch {
    // A frame without storage kept nothing.
    return false;
  }
};
let isStarted = isBack && takeMode();
// React joins when the first frames are out, and with them a first key; where none is drawn, in a hidden frame, a
// second later. On a slow network the page may still be coming then, and the cached application would read half of its
// data; a page left for another URL of itself never gets all of it. A page of another screen has nothing to show.
let frames = document.querySelector('#payin') ? 4 : 0;
const join = () => {
  if (isStarted) return;
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', join);
    return;
  }
  isStarted = true;
  if (!isBack) takeMode();
  void import(document.querySelector('[rel=modulepreload]').href);
};
const wait = () => (frames-- ? requestAnimationFrame(wait) : setTimeout(join));
wait();
setTimeout(join, 1000);
// For measurements: from here on typing counts.
page.live = 'true';
