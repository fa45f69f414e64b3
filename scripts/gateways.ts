// Serves simulated versions of Razorpay, PhonePe and Paytm, for trying the real adapters.
import { openGatewayStandIn } from '#tests/support/gateway-stand-in.ts';

const { address, settings } = await openGatewayStandIn({ port: Number(process.env.PORT ?? 3999) });
console.log(`# Listening at ${address}. Settings for the shop's .env:`);
for (const [name, value] of Object.entries(settings)) console.log(`${name}="${value}"`);
