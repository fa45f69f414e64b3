export type ToDo = {
  /** The customer's name is the title of a row that has no other. */
  what?: string;
  customer?: { name: string; userId: string | null };
  detail?: string;
  deadline?: { at: Date; text: string };
  /** When the row began to wait, which sorts rows without a deadline. */
  since?: Date;
  action: string;
  step: ToDoLink | ToDoForm;
};

type ToDoLink = { to: string };
type ToDoForm = { action: string; fields: Record<string, string>; button?: { name: string; value: string } };

export const titleOf = ({ what, customer }: ToDo): string => what ?? customer!.name;
