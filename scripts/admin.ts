// `npm run admin -- grant EMAIL`: makes a registered person an admin. The embedded database serves one process at a
// time, so there the shop must be stopped first.
import { grantAdmin } from '#app/modules/users/admins.server.ts';
import { command, openFor, readSettings, shopAt, usage } from './shop-data.ts';

async function grant(email: string): Promise<void> {
  const config = readSettings();
  const { database, close } = await openFor(config);
  try {
    await grantAdmin(shopAt(config, database), email);
    console.log(`${email} is an admin now.`);
  } finally {
    await close();
  }
}

const [wanted, email, ...rest] = process.argv.slice(2);
if (wanted !== 'grant' || !email || rest.length > 0) usage('npm run admin -- grant EMAIL');
await command(() => grant(email));
