import { vi } from 'vitest';
import { runCommand } from '#scripts/shop-data.ts';

export async function runHere(
  command: (args: string[]) => Promise<void>,
  args: string[],
  settings: Record<string, string | undefined>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const before = { ...process.env };
  const said = { log: '', error: '' };
  const spies = (['log', 'error'] as const).map((kind) =>
    vi.spyOn(console, kind).mockImplementation((line: unknown) => void (said[kind] += `${String(line)}\n`)),
  );
  Object.assign(process.env, settings);
  try {
    await runCommand(command, args);
    return { code: Number(process.exitCode ?? 0), stdout: said.log, stderr: said.error };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
