import { type PersonalizationAnswer, personalizationText } from '#app/basics/personalization.ts';
import {
  answerField,
  type PersonalizationField,
  PERSONALIZED_RETURNS,
} from '#app/modules/catalogue/artworks/personalization.ts';
import { Field } from '#app/ui/kit/field.tsx';
import type { FieldOf } from '#app/ui/kit/use-form.ts';

export function PersonalizationFields({
  fields,
  field,
  form,
}: {
  fields: readonly PersonalizationField[];
  field: FieldOf;
  form?: string;
}) {
  return (
    <div className="grid gap-3">
      {fields.map((asked) => (
        <Field
          key={asked.id}
          {...field(answerField(asked.id))}
          label={asked.kind === 'text' ? asked.label : `${asked.label}, in ${asked.unit}`}
          hint={[asked.hint, asked.kind === 'text' ? `Up to ${asked.maxLength} characters` : undefined]
            .filter(Boolean)
            .join('. ')}
          form={form}
          optional={!asked.required}
          autoComplete="off"
          {...(asked.kind === 'text' ? { maxLength: asked.maxLength } : { inputMode: 'decimal', maxLength: 10 })}
        />
      ))}
      <p className="meta">{PERSONALIZED_RETURNS}</p>
    </div>
  );
}

export const Personalization = ({ answers = [] }: { answers?: readonly PersonalizationAnswer[] }) =>
  answers.map((answer) => (
    <span key={answer.id} className="meta block wrap-anywhere">
      <bdi>{personalizationText(answer)}</bdi>
    </span>
  ));
