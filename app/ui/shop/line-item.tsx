import type { ReactNode } from 'react';
import type { Picture as StoredPicture } from '#app/modules/media/picture.ts';
import { Picture } from './picture.tsx';

/** One line of what was bought: its picture, what it is, and at the end what it comes to. */
export function LineItem({
  picture,
  title,
  children,
  end,
}: {
  picture: StoredPicture | undefined;
  title: string;
  children: ReactNode;
  end: ReactNode;
}) {
  return (
    <li className="line-item">
      <Picture picture={picture} sizes="64px" alt="" title={title} />
      <div>{children}</div>
      {end}
    </li>
  );
}
