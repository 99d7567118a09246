import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendPage } from '../../web/send-page.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { anyShop, findShown, paymentDoneView, sendMissing } from './shown-payment.ts';
import { isOpen, pagePath, takesCard } from '../payment.ts';
import { refusedTan, sofortBanks, sofortView } from './sofort-view.ts';

const step = z
  .object({
    bank: z.string().max(60).catch(''),
    login: z.string().max(60).catch(''),
    pin: z.string().max(60).optional().catch(undefined),
    tan: z.string().max(20).optional().catch(undefined),
  })
  .catch({ bank: '', login: '' });

/** The bank page in a popup: choose the bank, log in, confirm with a TAN. It works without JavaScript. */
export function sofortPages(app: FastifyInstance, provider: PaymentProvider): void {
  const { acquirer } = provider;
  app.get('/pay/:id', async (request, reply) => {
    const payment = findShown(provider, request);
    if (payment === undefined) return sendMissing(reply, provider);
    const body = takesCard(payment) ? sofortView(payment, { name: 'bank' }) : paymentDoneView(payment);
    return sendPage(reply, { title: 'Pay by bank', provider: provider.title, body, formTargets: anyShop });
  });
  app.post('/pay/:id', async (request, reply) => {
    const payment = findShown(provider, request);
    if (payment === undefined) return sendMissing(reply, provider);
    if (!takesCard(payment)) return reply.redirect(payment.return_url, 303);
    const { bank: name, login, pin, tan } = step.parse(request.body);
    const bank = sofortBanks.find((one) => one.name === name);
    const show = (page: Parameters<typeof sofortView>[1], status = 200) =>
      sendPage(reply.code(status), {
        title: 'Pay by bank',
        provider: provider.title,
        body: sofortView(payment, page),
        formTargets: anyShop,
      });
    if (bank === undefined) return show({ name: 'bank', fault: 'Choose your bank.' }, 422);
    if (tan === undefined) {
      if (pin === undefined) return show({ name: 'login', bank: bank.name });
      if (login.trim() === '' || pin === '')
        return show({ name: 'login', bank: bank.name, fault: 'Enter both fields; any text works.' }, 422);
      return show({ name: 'tan', bank: bank.name, login });
    }
    if (!/^\d{6}$/.test(tan.trim()))
      return show({ name: 'tan', bank: bank.name, login, fault: 'Enter the 6 digits of the TAN.' }, 422);
    if (tan.trim() === refusedTan) {
      acquirer.change(payment, 'declined', { reason: 'authentication_failed' });
      return reply.redirect(pagePath(payment, 'pay'), 303);
    }
    if (bank.isSlow) acquirer.payLater(payment);
    else acquirer.change(payment, 'approved');
    return reply.redirect(payment.return_url, 303);
  });
  app.post('/pay/:id/cancel', async (request, reply) => {
    const payment = findShown(provider, request);
    if (payment === undefined) return sendMissing(reply, provider);
    if (isOpen(payment)) acquirer.cancel(payment);
    return reply.redirect(payment.return_url, 303);
  });
}
