import { Field } from '#app/ui/kit/field.tsx';
import { Share } from '#app/ui/shop/share.tsx';

export function ShareLink({ label, url, title }: { label: string; url: string; title: string }) {
  return (
    <div className="grid w-full gap-3">
      <Field
        label={label}
        name="link"
        defaultValue={url}
        key={url}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <Share title={title} url={url} />
    </div>
  );
}
