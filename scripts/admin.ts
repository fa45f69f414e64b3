import { grantAdmin, resetSecondFactor } from '#app/modules/identity/users/admins.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { openPresent, readSettings, runCommand, shopAt, usage } from './shop-data.ts';

const COMMANDS: Record<string, { run: (shop: Shop, email: string) => Promise<void>; done: string }> = {
  grant: { run: grantAdmin, done: 'is now an owner.' },
  'reset-two-step': {
    run: resetSecondFactor,
    done: 'can now sign in with the password only, and can set up two-step sign-in again.',
  },
};

async function change(email: string, { run, done }: (typeof COMMANDS)[string]): Promise<void> {
  const config = readSettings();
  const { database, close } = await openPresent(config);
  try {
    await run(shopAt(config, database), email);
    console.log(`${email} ${done}`);
  } finally {
    await close();
  }
}

export async function admin([wanted = '', email, ...rest]: string[]): Promise<void> {
  const chosen = Object.hasOwn(COMMANDS, wanted) ? COMMANDS[wanted] : undefined;
  if (!chosen || !email || rest.length > 0) throw usage('npm run admin -- grant EMAIL | reset-two-step EMAIL');
  await change(email, chosen);
}

if (import.meta.main) await runCommand(admin);
