import { answerAuthRequest } from '#app/modules/accounts/auth-api.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import type { Route } from './+types/auth.ts';

export const loader = ({ context, request }: Route.LoaderArgs) => answerAuthRequest(context.get(shopContext), request);
export const action = ({ context, request }: Route.ActionArgs) => answerAuthRequest(context.get(shopContext), request);
