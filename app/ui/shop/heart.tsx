import { useFetcher, useLocation, href } from 'react-router';
import { wishlistMessages } from '#app/modules/catalogue/wishlist/messages.ts';
import { cn } from '#app/ui/kit/class-names.ts';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';

/** Optimistic. A refusal undoes it. */
export function Heart({
  artworkId,
  title,
  wanted,
  className,
}: {
  artworkId: string;
  title: string;
  wanted: boolean;
  className?: string;
}) {
  const fetcher = useFetcher({ key: `heart-${artworkId}` });
  const location = useLocation();
  const sent = fetcher.formData?.get('wanted');
  const shown = sent ? sent === 'yes' : wanted;
  return (
    <fetcher.Form method="post" action={href('/visitor-state')} className={className} preventScrollReset>
      <input type="hidden" name="intent" value="wish" />
      <input type="hidden" name="artworkId" value={artworkId} />
      <input type="hidden" name="returnTo" value={location.pathname + location.search} />
      <FailureText toast>{shown ? wishlistMessages.removeFailed : wishlistMessages.addFailed}</FailureText>
      <button
        type="submit"
        name="wanted"
        value={shown ? 'no' : 'yes'}
        className={cn('heart')}
        aria-pressed={shown}
        aria-label={`${shown ? 'Remove' : 'Add'} ${title} ${shown ? 'from' : 'to'} wishlist`}
      >
        <Icon name="heart" />
      </button>
    </fetcher.Form>
  );
}
