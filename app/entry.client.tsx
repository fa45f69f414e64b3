import { startWhenNeeded } from './start-when-needed.ts';

startWhenNeeded(() => import('./hydrate.tsx'));
