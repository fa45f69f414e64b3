export type ToDo = {
  /** If undefined, the row's title is the customer's name. */
  what?: string;
  customer?: { name: string; userId: string | null };
  detail?: string;
  deadline?: { at: Date; text: string };
  /** Since when the row has needed action. Sorts rows without a deadline. */
  since?: Date;
  action: string;
  step: ToDoLink | ToDoForm;
};

type ToDoLink = { to: string };
type ToDoForm = { action: string; fields: Record<string, string>; button?: { name: string; value: string } };

export const titleOf = ({ what, customer }: ToDo): string => what ?? customer!.name;
