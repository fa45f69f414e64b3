import type { LoaderFunctionArgs } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { getPolicy } from '#app/modules/store/policies/policies.server.ts';
import type { PolicyId } from '#app/modules/store/policies/policy.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';

export async function readPolicyPage({ context }: LoaderFunctionArgs, policy: PolicyId) {
  const shop = context.get(shopContext);
  const [{ text, updatedAt }, { policiesUpdated, promises }] = await Promise.all([
    getPolicy(shop, policy),
    getSettings(shop),
  ]);
  return { text, updated: updatedAt ? formatDay(updatedAt) : policiesUpdated, promises };
}
