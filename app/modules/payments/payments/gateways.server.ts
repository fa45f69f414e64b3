export { checkGateway, checkGateways, comparableGateways } from './internal/check-gateway.server.ts';
export { readGatewayBooks } from './internal/gateway-books.server.ts';
export { forgetWebhookBodies, takeGatewayWebhook } from './internal/webhook-events.server.ts';
