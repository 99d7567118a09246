/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-argument, typescript/no-unsafe-return -- a plain browser script, served as it is: there are no types to be safe with */
// Turns the forms of the control page into control calls, and keeps its live parts fresh.
const refreshMilliseconds = 3000;
const answer = document.querySelector('#answer');

document.addEventListener('submit', (event) => void submit(event));

async function submit(event) {
  const form = event.target;
  const call = form.dataset.call;
  if (!call) return;
  event.preventDefault();
  if (form.dataset.confirm && !form.dataset.asked) {
    form.dataset.asked = 'yes';
    form.querySelector('button').textContent = form.dataset.confirm;
    return;
  }
  const [method, path] = call.split(' ');
  const init =
    method === 'DELETE'
      ? { method }
      : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(readFields(form)) };
  try {
    const response = await fetch(path, init);
    answer.textContent = `${response.ok ? 'Done' : 'Refused'}: ${await response.text()}`;
  } catch {
    answer.textContent = 'The sandbox does not answer.';
  }
  await refresh(true);
}

function readFields(form) {
  const body = {};
  for (const field of form.querySelectorAll('input[name], select[name]')) {
    if (field.value === '') continue;
    if (field.dataset.split) Object.assign(body, splitFault(field.value));
    else if (field.dataset.list) body[field.name] = field.value.split(/[\s,]+/);
    else if (field.dataset.flag) body[field.name] = field.value === 'true';
    else body[field.name] = field.type === 'number' ? Number(field.value) : field.value;
  }
  return body;
}

function splitFault(value) {
  const [provider, fault] = value.split(' ');
  return { provider, fault };
}

async function refresh(always) {
  if (document.hidden && !always) return;
  let text;
  try {
    text = await (await fetch('/')).text();
  } catch {
    return;
  }
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.querySelector(`#${part.id}`);
    const busy = part.contains(document.activeElement) && !always;
    if (next && !busy && next.innerHTML !== part.innerHTML) replace(part, next);
  }
}

// The button that was pressed is found again by its place, so that a keyboard user stays where they were.
function replace(part, next) {
  const controls = () => [...part.querySelectorAll('a, button, input, select, [tabindex]')];
  const place = controls().indexOf(document.activeElement);
  const scrolled = [...part.querySelectorAll('.scroll')].map((box) => box.scrollTop);
  part.replaceChildren(...next.childNodes);
  part.querySelectorAll('.scroll').forEach((box, index) => {
    box.scrollTop = scrolled[index] ?? 0;
  });
  if (place >= 0) controls()[place]?.focus();
}

setInterval(() => void refresh(false), refreshMilliseconds);
