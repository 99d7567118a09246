import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

// Two floors for the first screen, so that its goals are ratios that hold on any machine. The plain page does the same
// by the simplest means: an amount, its currency and the price, in the page as it comes, and a few lines of script that
// recalculate while a person types. It has nothing else: no styles, no fees, no further texts. The bare React page
// draws the same amount and price from an empty page with React alone. Both are compressed once and sent from memory.
const plain = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Floor</title>
<style>body{font:16px sans-serif}input{font-size:32px}</style></head><body><form><label for="payin">You pay</label>
<input id="payin" inputmode="decimal" value="250"><select id="currency"><option>EUR</option><option>USD</option></select>
<label for="price">You get</label><output id="price">0.00412560</output></form>
<script>const rates={EUR:1650240n,USD:1518220n},payin=document.getElementById('payin'),currency=document.getElementById('currency'),price=document.getElementById('price');
document.forms[0].addEventListener('input',()=>{const amount=/^\\d+$/.test(payin.value)?BigInt(payin.value):0n;price.value='0.'+String(amount*rates[currency.value]/1000n).padStart(8,'0')});window.isLive=true</script></body></html>`;
const react = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Floor</title>
<script type="module" src="/react.js"></script></head><body><div id="root"></div></body></html>`;
const files = new Map<string, { type: string; body: Buffer }>([
  ['/plain', { type: 'text/html; charset=utf-8', body: Buffer.from(plain) }],
  ['/react', { type: 'text/html; charset=utf-8', body: Buffer.from(react) }],
]);
const head =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>';
const html = (body: string) => ({
  type: 'text/html; charset=utf-8',
  body: Buffer.from(`${head}${body}</body></html>`),
});
// A partner's page with the three lines that the manual gives, one that leaves the frame to the script, and one with a
// plain page of another host in a frame.
const product = process.env['PRODUCT_URL'] ?? '';
const script = `<script src="${product}/causeway.js" async></script></head><body>`;
const key = 'pk_bench_frame';
const element = `<causeway-widget partner-key="${key}"></causeway-widget>`;
const place = 'style="display:block;width:100%;height:650px;border:0"';
const frame = `<iframe src="${product}/widget?partner_key=${key}" title="Buy and sell crypto" allow="payment" width="100%" height="650" frameborder="0"></iframe>`;
files.set('/framed', html(`${script}${frame}${element}`));
files.set('/framed-by-script', html(`${script}${element}`));
files.set(
  '/framed-plain',
  html(`</head><body><iframe src="http://127.0.0.1:${process.env['PORT']}/plain" ${place}></iframe>`),
);
const reactScript = process.env['REACT_SCRIPT'];
if (reactScript !== undefined)
  files.set('/react.js', { type: 'text/javascript; charset=utf-8', body: await readFile(reactScript) });
const compressed = new Map(
  [...files].map(([path, file]) => [path, { type: file.type, body: brotliCompressSync(file.body) }]),
);

createServer((request, response) => {
  const file = compressed.get(request.url ?? '');
  if (file === undefined) {
    response.writeHead(404).end();
    return;
  }
  response
    .writeHead(200, {
      'content-type': file.type,
      'content-encoding': 'br',
      'content-length': file.body.length,
      'cache-control': 'no-store',
    })
    .end(file.body);
}).listen(Number(process.env['PORT'] ?? 0), '127.0.0.1');
