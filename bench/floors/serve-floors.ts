import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

// Two floors for the first screen: a plain page with a price and an input, and a bare React page with the same.
const plain = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Floor</title>
<style>body{font:16px sans-serif}input{font-size:32px}</style></head><body><form><label for="payin">You pay</label>
<input id="payin" inputmode="decimal" value="250"><output id="price">0.00412560</output></form>
<script>const input=document.getElementById('payin');input.addEventListener('input',()=>{window.typed=input.value});window.isLive=true</script></body></html>`;
const react = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Floor</title>
<script type="module" src="/react.js"></script></head><body><div id="root"></div></body></html>`;
const files = new Map<string, { type: string; body: Buffer }>([
  ['/plain', { type: 'text/html; charset=utf-8', body: Buffer.from(plain) }],
  ['/react', { type: 'text/html; charset=utf-8', body: Buffer.from(react) }],
]);
const script = process.env['REACT_SCRIPT'];
if (script !== undefined)
  files.set('/react.js', { type: 'text/javascript; charset=utf-8', body: await readFile(script) });
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
    .writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': 'no-store' })
    .end(file.body);
}).listen(Number(process.env['PORT'] ?? 0), '127.0.0.1');
