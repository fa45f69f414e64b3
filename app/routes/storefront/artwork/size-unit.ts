import { useSyncExternalStore } from 'react';
import type { SizeUnit } from '#app/modules/catalogue/artworks/dimensions.ts';

const SIZE_UNIT_KEY = 'sizeUnit';
const watchers = new Set<() => void>();
let chosen: SizeUnit | undefined;

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
};

function storedUnit(): SizeUnit | undefined {
  if (chosen) return chosen;
  try {
    const stored = localStorage.getItem(SIZE_UNIT_KEY);
    return stored === 'cm' || stored === 'inches' ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function useSizeUnit(own: SizeUnit): [SizeUnit, (unit: SizeUnit) => void] {
  const unit = useSyncExternalStore(watch, storedUnit, () => undefined) ?? own;
  return [unit, chooseUnit];
}

function chooseUnit(unit: SizeUnit): void {
  chosen = unit;
  try {
    localStorage.setItem(SIZE_UNIT_KEY, unit);
  } catch {
    // Without storage, the choice lasts until the visitor closes the page.
  }
  for (const watcher of watchers) watcher();
}
