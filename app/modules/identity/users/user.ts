import type { AdminRole } from '#app/platform/admin-role.ts';

export type UserRow = {
  id: string;
  name: string;
  email: string;
  phone: string;
  isAdmin: boolean;
  role: AdminRole;
  isActive: boolean;
  joinedAt: Date;
};

/** `isGuest`: bought without creating an account. */
export type ListedUser = UserRow & { isGuest: boolean };

export const USER_KINDS = ['admins', 'customers', 'deactivated'] as const;
export type UserKind = (typeof USER_KINDS)[number];
export const USER_SORTS = ['name', '-name', 'joined', '-joined'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export type UserFilter = { search?: string; kind?: UserKind; sort?: UserSort; cursor?: string };

export type Invitation = {
  id: string;
  email: string;
  role: AdminRole | null;
  createdAt: Date;
  expiresAt: Date;
};
