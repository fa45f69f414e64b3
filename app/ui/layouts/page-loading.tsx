import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigate, useNavigation, href } from 'react-router';
import { Spinner } from '#app/ui/kit/loading-mark.tsx';

const SHOWN_AFTER_MS = 600;
/** These pages have their own loading skeletons. */
const HAS_OWN_STATUS = [href('/gallery'), href('/profile')];

/** Shown during slow navigations. An address that ends in #/terms is a former address of the terms. */
export function PageLoading({ children }: { children: ReactNode }) {
  const navigation = useNavigation();
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash === '#/terms') void navigate(href('/terms'), { replace: true });
  }, [hash, navigate]);

  const next = navigation.state === 'loading' && !navigation.formMethod ? navigation.location.pathname : pathname;
  const awaited =
    next !== pathname && !HAS_OWN_STATUS.some((path) => next.startsWith(path) && pathname.startsWith(path))
      ? next
      : undefined;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!awaited) return setShown(false);
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [awaited]);
  return (
    <>
      {children}
      {shown ? (
        <div className="fixed inset-0 z-19 grid place-items-center bg-paper print:hidden">
          <Spinner />
        </div>
      ) : null}
    </>
  );
}
