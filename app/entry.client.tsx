import { reloadWhenOutdated } from './reload-when-outdated.ts';
import { startWhenNeeded } from './start-when-needed.ts';

reloadWhenOutdated();
startWhenNeeded(() => import('./hydrate.tsx'));
