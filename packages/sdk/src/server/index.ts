export type { OrderStatus } from '@causeway/bridge/shared/protocol';
export {
  createSession,
  getOrder,
  listOrders,
  sendTestEvent,
  type MadeSession,
  type OrderFilter,
  type OrderPage,
  type SessionPresets,
  type TestResult,
} from './api.ts';
export { frameMarkup, type FrameOptions } from '../frame-markup.ts';
export { ApiError, type ApiAccess, type ApiFault } from './send-request.ts';
export { orderLink, type OrderLinkOptions } from '../order-link.ts';
export { verifyReturn, type OrderReturn, type ReturnInput } from './verify-return.ts';
export { verifyWebhook, type WebhookInput } from './verify-webhook.ts';
export { WebhookError, type WebhookFault } from './webhook-error.ts';
export type { WebhookEvent, WebhookOrder } from './webhook-event.ts';
