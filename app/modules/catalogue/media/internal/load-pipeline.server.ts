/** Loads the image library on first use, to save memory in a shop that only serves pages. */
export const loadPipeline = () => import('./pipeline.server.ts');
