import { href } from 'react-router';
import { isUnreachableDatabase } from '#app/platform/database/database.server.ts';
import { needsSecondFactor } from '#app/routes/middleware.server.ts';
import { getVisitorState } from '#app/routes/storefront/visitor-state.server.ts';
import { keepVisit, openVisit } from '#app/routes/visit.server.ts';
import type { Middleware } from '#server/hono-env.ts';
import { refuseBusy } from '#server/plain-page.ts';
import type { ReadVisitor } from '#server/visitor-request.ts';

/** Answers without the router, which takes half the time (decision 65). */
export const answerVisitorState =
  (readVisitor: ReadVisitor, sheets: readonly string[]): Middleware =>
  async (context) => {
    const { request, contextForVisitor } = readVisitor(context);
    try {
      const shop = await contextForVisitor();
      if (needsSecondFactor(shop)) return context.redirect(href('/profile/security/two-step'), 303);
      const visit = await openVisit(shop, request, context.get('id'));
      const state = await getVisitorState(shop, visit, request);
      const headers = new Headers({ 'Cache-Control': 'no-store', 'Content-Type': 'application/json' });
      await keepVisit(shop, { visit, request, headers });
      return new Response(JSON.stringify(state), { headers });
    } catch (error) {
      if (isUnreachableDatabase(error)) return refuseBusy(context, sheets);
      throw error;
    }
  };
