import { useNavigation } from 'react-router';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';

export const SaveOrCancel = ({ label, cancelTo }: { label: string; cancelTo: string }) => (
  <div className="flex flex-wrap gap-3">
    <Button busy={useNavigation().formMethod === 'POST'}>{label}</Button>
    <ButtonLink look="secondary" to={cancelTo}>
      Cancel
    </ButtonLink>
  </div>
);
