/** Loaded on first use: a shop that only serves pages does not need it in memory. */
export const loadPipeline = () => import('./pipeline.server.ts');
