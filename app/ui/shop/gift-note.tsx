import type { ReactNode } from 'react';
import { Note } from '#app/ui/kit/note.tsx';

export function GiftNote({
  order: { giftNote, customerName, shippingAddress },
  className,
  children,
}: {
  order: { giftNote: string | null; customerName: string; shippingAddress: { name: string } };
  className?: string;
  children: ReactNode;
}) {
  if (giftNote === null) return null;
  const { name } = shippingAddress;
  return (
    <Note tone="info" className={className}>
      <b>{name === customerName ? 'Gift.' : `Gift for ${name}.`}</b> {children}
      {giftNote === '' ? null : <p className="mt-1 whitespace-pre-line">“{giftNote}”</p>}
    </Note>
  );
}
