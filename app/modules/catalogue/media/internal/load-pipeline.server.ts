/** Loads what makes pictures with the first one: a shop that only serves needs no such library in memory. */
export const loadPipeline = () => import('./pipeline.server.ts');
