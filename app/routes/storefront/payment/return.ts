import { href, redirect } from 'react-router';
import type { Route } from './+types/return.ts';

/**
 * checkout/payment/:orderId/return: where a gateway's own page sends the browser when the shopper is done, by link or by form.
 * Nothing it brings is believed: the payment page asks the gateway.
 */
export const loader = ({ params: { orderId } }: Route.LoaderArgs) => toPayment(orderId);
export const action = ({ params: { orderId } }: Route.ActionArgs) => toPayment(orderId);

const toPayment = (orderId: string) => redirect(`${href('/checkout')}?payment=${encodeURIComponent(orderId)}`, 303);
