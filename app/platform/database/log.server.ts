/** What the database layer tells: the shape of pino's logger, as far as it is used. */
export type Log = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
