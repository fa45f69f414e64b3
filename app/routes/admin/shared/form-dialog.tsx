import { type ComponentProps, type ReactNode, useId } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { useListSearch } from './list-search.ts';

export function FormDialog({
  title,
  drawer,
  list,
  action,
  search,
  save = 'Save',
  icon,
  summary,
  intro,
  children,
  below,
}: {
  title: string;
  drawer?: boolean;
  list: string;
  action: string;
  search?: string;
  save?: string;
  icon?: ComponentProps<typeof Button>['icon'];
  summary: ComponentProps<typeof ErrorSummary>;
  intro?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}) {
  const isSaving = useNavigation().formMethod === 'POST';
  const form = useId();
  const listSearch = useListSearch();
  const back = `${list}${listSearch}`;
  const cancel = (
    <ButtonLink key="cancel" look="secondary" to={back} preventScrollReset>
      Cancel
    </ButtonLink>
  );
  const submit = (
    <Button key="save" form={form} icon={icon} busy={isSaving}>
      {save}
    </Button>
  );
  return (
    <Dialog open drawer={drawer} closeTo={back} title={title} foot={drawer ? [submit, cancel] : [cancel, submit]}>
      {intro}
      <Form
        id={form}
        method="post"
        action={`${action}${search ?? listSearch}`}
        className="form"
        noValidate
        preventScrollReset
      >
        <ErrorSummary {...summary} />
        {children}
      </Form>
      {below}
    </Dialog>
  );
}
