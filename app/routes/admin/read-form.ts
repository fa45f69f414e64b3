import { data } from 'react-router';
import { z } from 'zod';

/** Why something was done, in one to 500 characters; a form that has no such field says nothing. */
export const reasonShape = z.string().trim().max(500).optional();

/** What a form of the workbench sent; anything that isn't of the form is a bad request (T13). */
export async function readForm<Shape extends z.ZodType>(request: Request, shape: Shape): Promise<z.infer<Shape>> {
  const parsed = shape.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) throw data(null, { status: 400, statusText: 'Bad Request' });
  return parsed.data;
}
