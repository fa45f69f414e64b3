import { addressOf, SETTING_PAGES } from '#app/routes/admin/store/settings/setting-pages.ts';
import { SETTING_SYNONYMS } from '#app/routes/admin/store/settings/setting-synonyms.ts';
import { fieldId } from '#app/ui/kit/field.tsx';

type Setting = { to: string; label: string; page: string; names: string; hints: string };

const SETTINGS: readonly Setting[] = SETTING_PAGES.flatMap(({ id, title: page, sections }) => [
  { to: addressOf(id), label: page, page: '', names: page, hints: '' },
  ...sections.flatMap(({ id: section, title = '', intro = '', fields, list }): Setting[] => [
    ...(title ? [{ to: addressOf(`${id}#${section}`), label: title, page, names: title, hints: intro }] : []),
    ...fields.map(({ path, label, hint = '', options = [] }) => ({
      to: addressOf(`${id}#${fieldId(path)}`),
      label,
      page,
      names: `${label}, ${SETTING_SYNONYMS[path] ?? ''}`,
      hints: [title, hint, ...options.map((option) => option.label)].join(', '),
    })),
    ...(list
      ? [
          {
            to: addressOf(`${id}#${section}`),
            label: title,
            page,
            names: `${list.row}, ${SETTING_SYNONYMS[list.key] ?? ''}`,
            hints: list.fields.map(({ label, hint = '' }) => `${label}, ${hint}`).join(', '),
          },
        ]
      : []),
  ]),
]);

const splitText = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the settings whose names or hints contain all typed words, with matching names first. */
export function findSettings(search: string): { to: string; label: string; detail: string }[] {
  const typed = splitText(search);
  if (typed.length === 0) return [];
  const isIn = (text: string) => {
    const parts = splitText(text);
    return typed.every((each) => parts.some((part) => part.startsWith(each)));
  };
  const found = [
    ...SETTINGS.filter(({ label }) => splitText(label).join() === typed.join()),
    ...SETTINGS.filter(({ label }) => isIn(label)),
    ...SETTINGS.filter(({ names }) => isIn(names)),
    ...SETTINGS.filter(({ names, hints, page }) => isIn(`${names}, ${hints}, ${page}`)),
  ];
  const isFirst = ({ to }: Setting, at: number) => found.findIndex((each) => each.to === to) === at;
  return found.filter(isFirst).map(({ to, label, page }) => ({ to, label, detail: page }));
}
