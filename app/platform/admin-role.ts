/** A helper cannot see money or settings. */
export const ADMIN_ROLES = ['owner', 'helper'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];
