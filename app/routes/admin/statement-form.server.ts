/** Takes what was pasted or sent as a file out of a form; both together are read one after the other. */
export async function takeStatement(form: FormData): Promise<string> {
  const texts: string[] = [];
  for (const name of ['statement', 'file']) {
    for (const value of form.getAll(name)) texts.push(typeof value === 'string' ? value : await value.text());
    form.delete(name);
  }
  return texts.filter((text) => text.trim() !== '').join('\n');
}
