import { useEffect, useRef } from 'react';
import { Icon } from '#app/ui/kit/icon.tsx';

export function SearchField({ label, placeholder, value }: { label: string; placeholder: string; value: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Follows Back and Forward, except while the visitor types.
    if (input.current && document.activeElement !== input.current) input.current.value = value;
  }, [value]);
  return (
    <div className="relative">
      <button type="submit" className="icon-button absolute top-0.5 left-0 text-ink-2" aria-label={label}>
        <Icon name="search" />
      </button>
      <input
        ref={input}
        type="search"
        name="q"
        defaultValue={value}
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        autoComplete="off"
        className="input pl-12"
      />
    </div>
  );
}
