import type { ReactNode } from 'react';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';

export const LinkPage = ({
  title,
  end,
  children,
}: {
  title: string;
  end?: { tone: 'done' | 'alert'; text: string; next?: { to: string; label: string } };
  children: ReactNode;
}) => (
  <div className="wrap py-section">
    <div className="grid max-w-(--container-form) gap-6">
      <h1 className="text-h2">{title}</h1>
      {end ? (
        <>
          <Note tone={end.tone}>{end.text}</Note>
          {end.next ? (
            <p>
              <ButtonLink to={end.next.to}>{end.next.label}</ButtonLink>
            </p>
          ) : null}
        </>
      ) : (
        children
      )}
    </div>
  </div>
);
