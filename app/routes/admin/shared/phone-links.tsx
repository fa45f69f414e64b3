import { bareNumber, toE164 } from '#app/basics/phone.ts';
import { spacedPhone } from '#app/modules/payments/invoice-documents/paper-sheet.ts';
import { whatsAppAddress } from '#app/basics/whatsapp-address.ts';

export function PhoneLinks({ phone, text }: { phone: string; text?: string }) {
  const number = toE164(phone) ?? bareNumber(phone);
  if (!/\d/.test(number)) return <>Not provided</>;
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <a className="link num inline-flex min-h-11 items-center whitespace-nowrap" href={`tel:${number}`}>
        <span className="sr-only">Call </span>
        {spacedPhone(phone)}
      </a>
      <WhatsAppLink phone={phone} text={text} />
    </span>
  );
}

export const RowPhone = ({ phone }: { phone: string | null }) => (
  <span className="relative z-10 -my-1 inline-block">
    <PhoneLinks phone={phone ?? ''} />
  </span>
);

export function WhatsAppLink({ phone, text }: { phone: string; text?: string }) {
  const mobile = toE164(phone);
  if (!mobile) return null;
  return (
    <a
      className="link inline-flex min-h-11 items-center whitespace-nowrap"
      href={whatsAppAddress(mobile, text)}
      target="_blank"
      rel="noreferrer"
    >
      WhatsApp<span className="sr-only"> to {spacedPhone(phone)}</span>
    </a>
  );
}
