import { href, Link, useRouteLoaderData } from 'react-router';
import type { loader as layoutLoader } from '#app/routes/admin/layout.tsx';
import { WrappedText } from '#app/ui/kit/wrapped-text.tsx';

export function CustomerLink({ name, userId }: { name: string; userId: string | null | undefined }) {
  const layout = useRouteLoaderData<typeof layoutLoader>('routes/admin/layout');
  if (!layout?.isOwner || !userId) return <WrappedText text={name} />;
  return (
    <Link
      className="link relative z-10 -my-3 inline-flex min-h-11 items-center"
      to={href('/admin/users/:id', { id: userId })}
    >
      <span className="wrap-anywhere">
        <WrappedText text={name} />
      </span>
    </Link>
  );
}
