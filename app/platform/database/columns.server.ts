import { type SQL, sql } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';
import type { Paise } from '#app/basics/money.ts';
import { paise } from '#app/basics/money.ts';

/** A bigint column of paise. The driver hands bigints over as text; anything past the safe integers throws. */
export const paiseColumn = customType<{ data: Paise; driverData: string | number }>({
  dataType: () => 'bigint',
  fromDriver: (value) => paise(Number(value)),
  toDriver: (value) => value,
});

/** A sum of money as the database computes it, exact; nothing to add up is nothing. */
export const paiseOf = (amount: SQL) =>
  sql<Paise>`coalesce(${amount}, 0)`.mapWith((value: string | number) => paise(Number(value)));

/** A moment, whatever the zone of who reads it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Any JSON value, a bare text too. The ORM's own column reads a text it is handed as JSON once more, and so takes the
 * text '2024' for a number.
 */
export const jsonValueColumn = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});
