import { whatsAppAddress } from '#app/basics/whatsapp-address.ts';
import { useStorefront } from '#app/routes/use-storefront.ts';
import { Icon } from '#app/ui/kit/icon.tsx';

/** Opens a chat with the studio that begins with `about`. Renders nothing if the shop has no number. */
export function AskOnWhatsApp({ about }: { about: string }) {
  const { whatsapp } = useStorefront();
  return whatsapp ? (
    <a
      className="button button-quiet no-print px-0"
      href={whatsAppAddress(whatsapp, about)}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon name="chat" small />
      <span>Ask on WhatsApp</span>
    </a>
  ) : null;
}
