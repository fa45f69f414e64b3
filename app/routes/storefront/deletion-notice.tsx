import { useFetcher, href } from 'react-router';
import { Button } from '#app/ui/kit/button.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Note } from '#app/ui/kit/note.tsx';

export function DeletionNotice({ day }: { day: string }) {
  const fetcher = useFetcher();
  return (
    <div className="wrap pt-4">
      <Note className="deletion-notice">
        <p>
          <b>Your account will be deleted on {day}.</b> You can undo this until then.
        </p>
        <fetcher.Form method="post" action={href('/profile/settings/deletion')}>
          <FailureText toast />
          <Button look="secondary" name="intent" value="undo" busy={fetcher.state !== 'idle'}>
            Undo
          </Button>
        </fetcher.Form>
      </Note>
    </div>
  );
}
