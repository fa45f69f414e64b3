import { href } from 'react-router';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';

export function ClosedShop({ title, message }: { title: string; message: string }) {
  return (
    <main id="main" className="wrap">
      <EmptyState level={1} title={title} action={<ButtonLink to={href('/gallery')}>Browse Gallery</ButtonLink>}>
        {message}
      </EmptyState>
    </main>
  );
}
