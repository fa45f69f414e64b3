import { join } from 'node:path';
import { type Gateway, GATEWAYS } from '#app/basics/payment-methods.ts';
import type { PaymentProvider } from '#app/modules/payments/payments/provider.ts';
import type { Config, GatewayCredentials } from '#app/platform/config.server.ts';
import { fakeGateway } from './fake-gateway.ts';
import type { Warn } from './gateway-calls.server.ts';
import { paytmGateway } from './paytm.server.ts';
import { phonepeGateway } from './phonepe.server.ts';
import { razorpayGateway } from './razorpay.server.ts';

const ADAPTERS: Record<Gateway, (credentials: GatewayCredentials, warn: Warn) => PaymentProvider> = {
  razorpay: razorpayGateway,
  phonepe: phonepeGateway,
  paytm: paytmGateway,
};

type OpenedConfig = Pick<Config, 'mode' | 'gateways' | 'dataDirectory' | 'sessionSecret'>;

const FAKE_WAIT_IN_MS: Partial<Record<Gateway, number>> = { phonepe: 2000, paytm: 2000 };

/** Returns the gateways that have credentials. In a demo, a shared fake replaces each gateway without credentials. */
export function openGateways(
  { mode, gateways, dataDirectory, sessionSecret: secret }: OpenedConfig,
  warn: Warn,
): Partial<Record<Gateway, PaymentProvider>> {
  const opened: Partial<Record<Gateway, PaymentProvider>> = {};
  for (const gateway of GATEWAYS) {
    const credentials = gateways[gateway];
    if (credentials) opened[gateway] = ADAPTERS[gateway](credentials, warn);
    else if (mode === 'demo')
      opened[gateway] = fakeGateway({
        name: gateway,
        waitInMs: FAKE_WAIT_IN_MS[gateway],
        ...(secret !== undefined && { shared: { file: join(dataDirectory, `fake-${gateway}.jsonl`), secret } }),
      });
  }
  return opened;
}
