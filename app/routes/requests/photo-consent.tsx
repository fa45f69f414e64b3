import { formatDay } from '#app/basics/india.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { RequestForm } from './request-form.tsx';

export function PhotoConsent({ consentAt, action }: { consentAt: Date | null; action: string }) {
  return (
    <RequestForm intent="consent" action={action}>
      <p className="muted">
        {consentAt
          ? `Since ${formatDay(consentAt)} we may show photos of this piece in the shop, without your name.`
          : 'Only you and the studio see the photos here. May we show some of them in the shop, without your name?'}
      </p>
      <div>
        <Button look="card" name="consent" value={consentAt ? 'no' : 'yes'}>
          {consentAt ? 'Stop showing them' : 'Yes, you may show them'}
        </Button>
      </div>
    </RequestForm>
  );
}
