/** Posts fields to another page in a new tab. */
export function postForm(url: string, fields: readonly (readonly [name: string, value: string])[]): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  form.target = '_blank';
  form.rel = 'noopener';
  form.hidden = true;
  for (const [name, value] of fields) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
