import type { ReactNode } from 'react';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { PersonalizationAnswer } from '#app/basics/personalization.ts';
import type { Picture as StoredPicture } from '#app/modules/catalogue/media/picture.ts';
import { Personalization } from './personalization.tsx';
import { Picture } from './picture.tsx';

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

export const BoughtItem = ({
  picture,
  item: { title, quantity, lineTotal, personalization },
}: {
  picture: StoredPicture | undefined;
  item: { title: string; quantity: number; lineTotal: Paise; personalization?: readonly PersonalizationAnswer[] };
}) => (
  <LineItem
    picture={picture}
    title={title}
    end={
      <b className="num" translate="no">
        {formatRupees(lineTotal)}
      </b>
    }
  >
    <b>{title}</b>
    <Personalization answers={personalization} />
    <span className="meta num" translate="no">
      Qty {quantity}
    </span>
  </LineItem>
);
