import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation, useSearchParams, href } from 'react-router';
import { safeReturn } from '#app/platform/safe-return.ts';
import { NOWHERE } from '#app/basics/unknown-address.ts';
import { focusHeading } from '#app/ui/kit/focus-heading.ts';
import { lazyScript } from '#app/ui/kit/lazy-script.ts';
import type { SignInMode } from './sign-in-modes.ts';

const load = () => import('./sign-in-dialog.tsx');
const loadAsDefault = async () => ({ default: (await load()).SignInDialog });
const SignInDialog = import.meta.env.SSR ? (await load()).SignInDialog : lazyScript(loadAsDefault);

/** Opens the sign-in over the current page, for links to `/login` and `?signin=1`. The layout renders it once. */
export function SignInAnywhere({ isSignedIn }: { isSignedIn: boolean }) {
  const location = useLocation();
  const [search] = useSearchParams();
  const underWay = useNavigation().location?.key;
  const [asked, setAsked] = useState<{ mode: SignInMode; returnTo: string; why?: string; during?: string }>();

  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey ||
        event.defaultPrevented
      )
        return;
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/login"]');
      if (!link || link.hasAttribute('data-in-place') || window.location.pathname === href('/login')) return;
      // Prevents the navigation before the router's listener sees the click.
      event.preventDefault();
      const wanted = new URL(link.href).searchParams;
      setAsked({
        mode: MODES[wanted.get('mode') ?? ''] ?? 'signin',
        // If guests cannot see the address, an owner sees it after sign-in.
        returnTo: safeReturn(
          wanted.get('returnTo') === NOWHERE ? undefined : wanted.get('returnTo'),
          window.location.pathname + window.location.search,
        ),
        why: wanted.get('why') ?? undefined,
        during: underWay,
      });
    };
    document.addEventListener('click', follow, { capture: true });
    return () => document.removeEventListener('click', follow, { capture: true });
  }, [underWay]);
  // Ignores a navigation that was running when the dialog opened.
  useEffect(() => setAsked((open) => (open?.during === location.key ? open : undefined)), [location.key]);
  // After sign-in, the link that opened the dialog disappears and loses the focus.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !asked && document.activeElement === document.body) focusHeading();
    if (asked || isSignedIn) wasOpen.current = asked !== undefined;
  }, [asked, isSignedIn]);
  const isWanted = search.has('signin') && !isSignedIn;
  const [shownAt, setShownAt] = useState<string>();
  if (isWanted && shownAt !== location.key) setShownAt(location.key);
  const close = useCallback(() => setAsked(undefined), []);

  if (asked) {
    const { mode, returnTo, why } = asked;
    return (
      <Suspense>
        <SignInDialog {...{ mode, returnTo, why }} onClose={close} />
      </Suspense>
    );
  }
  if (!isWanted && shownAt !== location.key) return null;
  const stored = new URLSearchParams(search);
  for (const name of ['signin', 'returnTo', 'why']) stored.delete(name);
  const closeTo = location.pathname + (stored.size > 0 ? `?${stored}` : '');
  return (
    <Suspense>
      <SignInDialog
        mode="signin"
        returnTo={safeReturn(search.get('returnTo'), closeTo)}
        why={search.get('why') ?? undefined}
        closeTo={closeTo}
      />
    </Suspense>
  );
}

/** These modes are not imported from the dialog, because it is loaded on first use. */
const MODES: Record<string, SignInMode> = { signup: 'signup', forgot: 'forgot' };
