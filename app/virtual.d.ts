declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';
  const build: ServerBuild;
  export = build;
}

interface ImportMetaEnv {
  /** A regular expression, set in vite.config.ts. */
  readonly GUEST_PAGE: string;
}
