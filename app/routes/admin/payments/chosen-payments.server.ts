export function takeChosen(body: FormData): { chosen: string[] } {
  const chosen = body.getAll('payment').filter((id) => typeof id === 'string');
  body.delete('payment');
  return { chosen };
}
