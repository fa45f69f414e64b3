import { Checkbox, Field, FieldError, fieldId, Select, TextArea } from '#app/ui/kit/field.tsx';
import type { Typed } from './page-form.ts';
import type { SettingField } from './setting-fields.ts';

export function SettingInput({
  field,
  name,
  typed,
  errors,
}: {
  field: SettingField;
  name: string;
  typed: Typed;
  errors: Record<string, string>;
}) {
  const { label, kind, hint, optional, options = [] } = field;
  const frame = { label, name, hint, optional, error: errors[name] };
  const value = typed[name] ?? '';
  switch (kind) {
    case 'area':
      return <TextArea {...frame} rows={2} maxLength={500} defaultValue={value} className="sm:col-span-2" />;
    case 'long-or-none':
      return <TextArea {...frame} rows={8} maxLength={3000} defaultValue={value} className="sm:col-span-2" />;
    case 'prefixes':
      return <TextArea {...frame} rows={2} defaultValue={value} className="sm:col-span-2" />;
    case 'tick':
      return (
        <Checkbox
          id={fieldId(name)}
          label={label}
          name={name}
          value="yes"
          defaultChecked={value === 'yes'}
          error={errors[name]}
          className="sm:col-span-2"
        />
      );
    case 'choices':
      return (
        <fieldset
          id={fieldId(name)}
          tabIndex={-1}
          className="grid gap-1 sm:col-span-2"
          aria-describedby={errors[name] ? `${fieldId(name)}-error` : undefined}
        >
          <legend className="field-label">{label}</legend>
          {hint ? <p className="meta">{hint}</p> : null}
          {options.map((option) => (
            <Checkbox
              key={option.value}
              id={fieldId(`${name}.${option.value}`)}
              label={option.label}
              name={`${name}.${option.value}`}
              value="yes"
              defaultChecked={typed[`${name}.${option.value}`] === 'yes'}
            />
          ))}
          {errors[name] ? <FieldError id={`${fieldId(name)}-error`}>{errors[name]}</FieldError> : null}
        </fieldset>
      );
    case 'select':
      return (
        <Select {...frame} defaultValue={value} className="sm:col-span-2">
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      );
    case 'colour':
      return <Field {...frame} type="color" defaultValue={value} />;
    case 'day':
    case 'day-or-none':
      return <Field {...frame} type="date" defaultValue={value} />;
    case 'number':
    case 'number-or-none':
    case 'amount':
    case 'amount-or-none':
      return (
        <Field
          {...frame}
          inputMode="decimal"
          autoComplete="off"
          prefix={kind === 'number' || kind === 'number-or-none' ? undefined : '₹'}
          defaultValue={value}
        />
      );
    case 'text':
    case 'text-or-none':
      return <Field {...frame} maxLength={500} autoComplete="off" defaultValue={value} />;
  }
}
