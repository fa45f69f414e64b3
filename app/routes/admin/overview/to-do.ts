export type ToDo = {
  /** The customer's name is the title where nothing else is. */
  what?: string;
  customer?: { name: string; userId: string | null };
  detail?: string;
  deadline?: { at: Date; text: string };
  /** Since when it waits, for the order of rows without a deadline. */
  since?: Date;
  action: string;
  step: ToDoLink | ToDoForm;
};

type ToDoLink = { to: string };
/** A form of the page that owns it, posted from the row. */
type ToDoForm = { action: string; fields: Record<string, string>; button?: { name: string; value: string } };

export const titleOf = ({ what, customer }: ToDo): string => what ?? customer!.name;
