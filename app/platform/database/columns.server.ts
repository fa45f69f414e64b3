import { type SQL, sql } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';
import type { Paise } from '#app/basics/money.ts';
import { paise } from '#app/basics/money.ts';

export const paiseColumn = customType<{ data: Paise; driverData: string | number }>({
  dataType: () => 'bigint',
  fromDriver: (value) => paise(Number(value)),
  toDriver: (value) => value,
});

export const paiseOf = (amount: SQL) =>
  sql<Paise>`coalesce(${amount}, 0)`.mapWith((value: string | number) => paise(Number(value)));

export const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Drizzle's own JSON column parses text twice and would turn '2024' into a number. */
export const jsonValueColumn = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});
