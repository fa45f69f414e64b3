import { Button } from '#app/ui/kit/button.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { showToast } from '#app/ui/kit/toast.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';

export function Share({ title, url }: { title: string; url: string }) {
  const hydrated = useHydrated();
  if (hydrated && 'share' in navigator)
    return (
      <div className="share no-print">
        <Button
          type="button"
          look="quiet"
          icon="chat"
          onClick={() => void navigator.share({ title, url }).catch(() => {})}
        >
          Share
        </Button>
      </div>
    );
  return (
    <div className="share no-print">
      <a
        className="button button-quiet"
        href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon name="chat" small />
        <span>Share on WhatsApp</span>
      </a>
      <Button type="button" look="quiet" icon="copy" className="needs-script" onClick={() => void copy(url)}>
        Copy link
      </Button>
    </div>
  );
}

async function copy(url: string): Promise<void> {
  const copied = await Promise.resolve(navigator.clipboard?.writeText(url).then(() => true)).catch(() => false);
  showToast(copied ? { text: 'Link copied' } : { text: `Copy this address: ${url}`, tone: 'alert' });
}
