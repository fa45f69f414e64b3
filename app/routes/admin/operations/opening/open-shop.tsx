import { Form, href, useNavigation } from 'react-router';
import type { ListedItem } from '#app/modules/operations/health/checklist.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

export function OpenShop({ items, isOpened }: { items: readonly ListedItem[]; isOpened: boolean }) {
  const { summary } = useShopForm({ intent: 'open' });
  const isSending = useNavigation().formMethod === 'POST';
  const missing = items.filter(({ isDone }) => !isDone).length;
  return (
    <Form method="post" action={href('/admin/opening')} className="grid gap-3 px-panel py-3">
      <ErrorSummary {...summary} />
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink look="secondary" icon="eye" to={href('/')}>
          Preview
        </ButtonLink>
        {isOpened ? null : (
          <Button
            name="intent"
            value="open"
            busy={isSending}
            reason={missing > 0 ? `${missing} of ${items.length} still missing` : undefined}
          >
            Open the shop
          </Button>
        )}
      </div>
    </Form>
  );
}
