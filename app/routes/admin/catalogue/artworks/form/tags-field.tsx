import { useRef, useState } from 'react';
import { tagsOf } from '#app/modules/catalogue/artworks/forms.ts';
import { FieldError } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import type { ArtworkDraft, SetDraft } from './draft.ts';

export function TagsField({ draft, set, error }: { draft: ArtworkDraft; set: SetDraft; error?: string }) {
  const [typed, setTyped] = useState('');
  const scripted = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const { tags } = draft;
  const add = (text: string) => {
    set({ tags: tagsOf([...tags, text].join(',')) });
    setTyped('');
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor="add-tag">
        {scripted ? 'Add a tag' : 'Tags'}
      </label>
      <span className="field-hint" id="tags-hint">
        {scripted ? 'Type a word and press Enter.' : 'Separate tags with commas.'}
      </span>
      {scripted ? (
        <div className="tags-box">
          <input type="hidden" name="tags" value={tagsOf([...tags, typed].join(',')).join(',')} />
          {tags.map((tag) => (
            <span key={tag} className="tag-chip">
              {tag}
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                onClick={() => {
                  set({ tags: tags.filter((each) => each !== tag) });
                  input.current?.focus();
                }}
              >
                <Icon name="close" />
              </button>
            </span>
          ))}
          <input
            ref={input}
            id="add-tag"
            autoComplete="off"
            maxLength={50}
            enterKeyHint="done"
            aria-describedby={error ? 'tags-hint tags-error' : 'tags-hint'}
            value={typed}
            onChange={(event) =>
              event.target.value.includes(',') ? add(event.target.value) : setTyped(event.target.value)
            }
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'Enter') {
                event.preventDefault();
                if (typed.trim()) add(typed);
              } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
                set({ tags: tags.slice(0, -1) });
              }
            }}
            onBlur={() => {
              if (typed.trim()) add(typed);
            }}
          />
        </div>
      ) : (
        <input id="add-tag" className="input" name="tags" aria-describedby="tags-hint" defaultValue={tags.join(', ')} />
      )}
      {error ? <FieldError id="tags-error">{error}</FieldError> : null}
    </div>
  );
}
