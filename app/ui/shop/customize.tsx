import { Form, href } from 'react-router';
import type { ComponentProps } from 'react';
import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { storeDesign } from './selected-design.ts';

/**
 * Stores the design in the browser, with its price in rupees. The URL contains both too, for browsers without storage
 * or JavaScript.
 */
export function Customize({
  artwork,
  ...link
}: { artwork: Pick<ArtworkSummary, 'id' | 'title' | 'category' | 'price' | 'picture'> } & Partial<
  ComponentProps<typeof ButtonLink>
>) {
  return (
    <ButtonLink
      look="card"
      full
      {...link}
      to={`${href('/custom-order')}?piece=${encodeURIComponent(artwork.id)}`}
      onClick={() => storeDesign(artwork)}
    >
      Customize &amp; Order<span className="sr-only">: {artwork.title}</span>
    </ButtonLink>
  );
}

export function CustomizeVariant({ artwork, id }: { artwork: ArtworkSummary; id: string }) {
  return (
    <Form id={id} action={href('/custom-order')} onSubmit={() => storeDesign(artwork)}>
      <input type="hidden" name="piece" value={artwork.id} />
      <Button full>
        Customize &amp; Order<span className="sr-only">: {artwork.title}</span>
      </Button>
    </Form>
  );
}
