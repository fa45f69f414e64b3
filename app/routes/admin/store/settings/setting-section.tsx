import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#app/ui/kit/icon.tsx';
import type { Typed } from './page-form.ts';
import type { SettingSection } from './setting-fields.ts';
import { SettingInput } from './setting-input.tsx';
import { SettingRows } from './setting-rows.tsx';

/** `children` are shown after the section's fields. `goOn` is the field to focus. */
export function Section({
  section,
  typed,
  errors,
  goOn,
  children,
}: {
  section: SettingSection;
  typed: Typed;
  errors: Record<string, string>;
  goOn: string | undefined;
  children?: ReactNode;
}) {
  const { id, title, intro, fields, list, isFolded, opensWhile, shownFor } = section;
  const needed = [...Object.keys(errors), ...(goOn === undefined ? [] : [goOn])];
  const isNeeded =
    needed.some((name) => fields.some(({ path }) => path === name)) ||
    (list !== undefined && needed.some((name) => name.startsWith(`${list.key}.`)));
  const isOpen = isNeeded || (opensWhile !== undefined && typed[opensWhile.name] === opensWhile.is);
  const body = (
    <>
      {intro ? <p className="muted">{intro}</p> : null}
      {fields.length > 0 ? (
        <div className="grid gap-5 sm:grid-cols-2">
          {fields.map((field) => (
            <SettingInput key={field.path} field={field} name={field.path} typed={typed} errors={errors} />
          ))}
        </div>
      ) : null}
      {list ? (
        <SettingRows
          list={list}
          typed={typed}
          errors={errors}
          isOpen={(prefix) => needed.some((name) => name.startsWith(prefix))}
        />
      ) : null}
      {children}
    </>
  );
  if (isFolded && title !== undefined)
    return (
      <FoldedSection id={id} title={title} isOpen={isOpen}>
        {body}
      </FoldedSection>
    );
  return (
    <section id={id} aria-labelledby={title && `${id}-title`} data-shown-for={isNeeded ? undefined : shownFor}>
      <div className="grid gap-5">
        {title ? (
          <h3 id={`${id}-title`} className="text-h4">
            {title}
          </h3>
        ) : null}
        {body}
      </div>
    </section>
  );
}

function FoldedSection({
  id,
  title,
  isOpen,
  children,
}: {
  id: string;
  title: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === `#${id}` && details.current) details.current.open = true;
  }, [hash, id, key]);
  return (
    <details ref={details} className="accordion setting-fold" open={isOpen}>
      <summary>
        <h3 className="font-sans font-semibold text-base">{title}</h3>
        <Icon name="plus" />
      </summary>
      {/* Browsers open this for a link to something inside. */}
      <div id={id} className="grid gap-5 pb-panel">
        {children}
      </div>
    </details>
  );
}
