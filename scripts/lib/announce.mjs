export function announce(ports, isLive, started) {
  const product = process.env.PUBLIC_URL || `http://localhost:${ports.PORT}`;
  const sandbox = process.env.SANDBOX_URL || `http://localhost:${ports.SANDBOX_PORT}`;
  const lines = [
    '',
    `Causeway is ready after ${((Date.now() - started) / 1000).toFixed(1)} s.`,
    '',
    `  Product       ${product}`,
    ...(isLive
      ? [`  Playground    ${product}/playground`]
      : [
          `  Playground    ${product}/playground?partnerKey=pk_test_shop`,
          `  Sandbox       ${sandbox}`,
          `  Partner demo  http://localhost:${ports.PARTNER_DEMO_PORT}`,
        ]),
    '',
    ...(isLive
      ? []
      : [
          '  Sign in as client@example.com, new@example.com or partner@example.com, password causeway-demo-1.',
          '  Pay with card 4242 4242 4242 4242, or 4000 0000 0000 3220 for 3-D Secure; any future date and any code.',
          `  Mails, payments and the chain are on the sandbox page.`,
          '',
        ]),
    '  Ctrl-C stops everything.',
    '',
  ];
  console.log(lines.join('\n'));
}
