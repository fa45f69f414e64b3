/** Helpers see neither money nor settings. */
export const ADMIN_ROLES = ['owner', 'helper'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];
