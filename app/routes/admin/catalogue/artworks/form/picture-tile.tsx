import type { Picture as StoredPicture } from '#app/modules/catalogue/media/picture.ts';
import { IconButton } from '#app/ui/kit/button.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { Picture } from '#app/ui/shop/picture.tsx';

export function PictureTile({
  picture,
  index,
  count,
  onMove,
  onRemove,
}: {
  picture: StoredPicture;
  index: number;
  count: number;
  onMove: (to: number, arrow: string) => void;
  onRemove: () => void;
}) {
  const type = useHydrated() ? 'button' : 'submit';
  const arrow = (icon: 'left' | 'right', word: 'earlier' | 'later', to: number) => (
    <IconButton
      icon={icon}
      small
      label={`Move photo ${index + 1} ${word}`}
      type={type}
      name="intent"
      value={`${word} ${index}`}
      data-arrow={`${word} ${picture.url}`}
      disabled={to < 0 || to >= count}
      onClick={() => onMove(to, `${word} ${picture.url}`)}
    />
  );
  return (
    <>
      <div className="artwork-picture">
        <Picture picture={picture} sizes="(min-width: 75rem) 130px, 45vw" title={`Photo ${index + 1}`} />
        <span className="artwork-picture-grip needs-script" aria-hidden="true">
          <Icon name="grip" />
        </span>
        <IconButton
          icon="close"
          small
          label={`Remove photo ${index + 1}`}
          type={type}
          name="intent"
          value={`remove ${index}`}
          className="artwork-picture-remove"
          onClick={onRemove}
        />
        {index === 0 ? <span className="artwork-picture-main">Main</span> : null}
      </div>
      <div className="artwork-picture-order">
        {arrow('left', 'earlier', index - 1)}
        <span className="num">
          {index + 1} of {count}
        </span>
        {arrow('right', 'later', index + 1)}
      </div>
    </>
  );
}
