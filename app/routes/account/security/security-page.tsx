import type { ReactNode } from 'react';
import { Link, href } from 'react-router';

export const SecurityPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid max-w-(--container-form) gap-6 pt-8">
    <p>
      <Link className="link" to={href('/profile/security')}>
        Sign-in and security
      </Link>
    </p>
    <h2 className="text-h3">{title}</h2>
    {children}
  </div>
);
