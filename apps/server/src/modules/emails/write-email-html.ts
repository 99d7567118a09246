import type { Language } from '@causeway/domain/languages/languages';

/** The contents of an e-mail in plain text, before it is written as text or HTML. */
export interface EmailContent {
  language: Language;
  brand: string;
  title: string;
  body: string;
  /** A code to be typed, shown large. */
  code: string;
  rows: readonly { label: string; value: string }[];
  button: { label: string; url: string };
  note: string;
  footer: string;
}

const page = 'margin:0;padding:24px 12px;background:#f4f2ed;color:#0f2128;font:16px/1.5 system-ui,sans-serif';
const card = 'max-width:480px;margin:0 auto;padding:28px;background:#fefdfc;border-radius:14px';
const quiet = 'margin:20px 0 0;color:#42535a;font-size:14px';
const codeBox =
  'margin:20px 0;padding:14px;background:#e3f3f5;border-radius:10px;font-size:30px;font-weight:600;letter-spacing:6px;text-align:center';
const buttonLink =
  'display:inline-block;padding:13px 22px;background:#006271;color:#fefdfc;border-radius:12px;font-weight:600;text-decoration:none';

/** An e-mail as HTML that mail programs and screen readers understand; every value is escaped. */
export function writeEmailHtml(content: EmailContent): string {
  const brand = escapeHtml(content.brand);
  return [
    `<!doctype html><html lang="${content.language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(content.title)}</title></head>`,
    `<body style="${page}"><main style="${card}">`,
    `<p style="margin:0 0 20px;color:#006271;font-weight:600">${brand}</p>`,
    `<h1 style="margin:0 0 12px;font-size:22px;line-height:1.3">${escapeHtml(content.title)}</h1>`,
    `<p style="margin:0 0 20px">${escapeHtml(content.body)}</p>`,
    content.code === '' ? '' : `<p style="${codeBox}">${escapeHtml(content.code)}</p>`,
    writeRows(content.rows),
    `<p style="margin:0"><a href="${escapeHtml(content.button.url)}" style="${buttonLink}">${escapeHtml(content.button.label)}</a></p>`,
    content.note === '' ? '' : `<p style="${quiet}">${escapeHtml(content.note)}</p>`,
    `<p style="${quiet}">${escapeHtml(content.footer)}</p>`,
    '</main></body></html>',
  ].join('');
}

function writeRows(rows: EmailContent['rows']): string {
  if (rows.length === 0) return '';
  const lines = rows.map(
    (row) =>
      `<tr><th scope="row" style="padding:4px 16px 4px 0;color:#42535a;font-weight:400;text-align:left;vertical-align:top">${escapeHtml(row.label)}</th>` +
      `<td style="padding:4px 0;word-break:break-word">${escapeHtml(row.value)}</td></tr>`,
  );
  return `<table style="margin:0 0 20px;border-collapse:collapse">${lines.join('')}</table>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe as content or attribute of HTML. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
