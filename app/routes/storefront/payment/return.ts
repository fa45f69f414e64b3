import { href, redirect } from 'react-router';
import type { Route } from './+types/return.ts';

/** A gateway's page sends the browser here. Ignores the parameters, because the payment page asks the gateway. */
export const loader = ({ params: { orderId } }: Route.LoaderArgs) => toPayment(orderId);
export const action = ({ params: { orderId } }: Route.ActionArgs) => toPayment(orderId);

const toPayment = (orderId: string) => redirect(`${href('/checkout')}?payment=${encodeURIComponent(orderId)}`, 303);
