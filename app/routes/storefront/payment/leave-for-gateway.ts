import { href } from 'react-router';
import type { GatewayRedirect } from '#app/modules/payments/payments/provider.ts';

export function leaveForGateway({ url, fields }: GatewayRedirect, orderId: string): void {
  // Makes Back lead to the payment page, not to the gateway.
  window.history.replaceState(window.history.state, '', `${href('/checkout')}?payment=${orderId}`);
  if (!fields) {
    window.location.assign(url);
    return;
  }
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
