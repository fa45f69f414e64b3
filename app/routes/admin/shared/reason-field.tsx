import type { ComponentProps } from 'react';
import { TextArea } from '#app/ui/kit/field.tsx';

export const ReasonField = (field: Partial<ComponentProps<typeof TextArea>>) => (
  <TextArea label="Reason" name="reason" required maxLength={500} rows={2} className="field-low" {...field} />
);
