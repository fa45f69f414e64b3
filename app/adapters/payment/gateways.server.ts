import { type Gateway, GATEWAYS } from '#app/basics/payment-methods.ts';
import type { PaymentProvider } from '#app/modules/payments/provider.ts';
import type { Config, GatewayCredentials } from '#app/platform/config.server.ts';
import { fakeGateway } from './fake-gateway.ts';
import { razorpayGateway } from './razorpay.server.ts';

type Warn = (about: Record<string, unknown>, message: string) => void;

const ADAPTERS: Partial<Record<Gateway, (credentials: GatewayCredentials, warn: Warn) => PaymentProvider>> = {
  razorpay: razorpayGateway,
};

/** How long a fake takes over a payment, where it plays a gateway that lets one wait. */
const FAKE_WAIT_IN_MS: Partial<Record<Gateway, number>> = { phonepe: 2000, paytm: 2000 };

/** The gateways that have credentials; in a demo a fake, which moves no money, stands in for each of the others. */
export function openGateways({ mode, gateways }: Config, warn: Warn): Partial<Record<Gateway, PaymentProvider>> {
  const opened: Partial<Record<Gateway, PaymentProvider>> = {};
  for (const gateway of GATEWAYS) {
    const [credentials, open] = [gateways[gateway], ADAPTERS[gateway]];
    if (credentials && open) opened[gateway] = open(credentials, warn);
    else if (mode === 'demo') opened[gateway] = fakeGateway({ name: gateway, waitInMs: FAKE_WAIT_IN_MS[gateway] });
  }
  return opened;
}
