import type { getBackupState } from '#app/modules/operations/backups/backups.server.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { BackupLine } from './backup-line.tsx';
import { Step } from './opening-steps.tsx';

/** Automatic backups need the written key, others a note. */
export function BackupSteps({
  backups,
  backupKey,
}: {
  backups: Awaited<ReturnType<typeof getBackupState>>;
  backupKey: string | undefined;
}) {
  return (
    <>
      {backups && backupKey !== undefined ? (
        <Step id="backup" title="Write down the key of your backups" intent="confirm-backup-key" verb="This is my key">
          {(field) => (
            <>
              <p>
                Each night the shop makes an encrypted backup. Whoever has this key can read all of them, and without it
                nobody can, you neither: print this page or write the key down, and put it where the machine isn’t. Once
                you have typed it here it is never shown again.
              </p>
              <p className="num text-h4 wrap-anywhere">{backupKey}</p>
              <Field label="The key, from your paper" {...field('key')} autoComplete="off" maxLength={100} required />
            </>
          )}
        </Step>
      ) : null}
      {backups && backupKey === undefined ? (
        <section id="backup" className="panel grid gap-3 p-panel" aria-labelledby="backup-title">
          <h2 id="backup-title" className="text-h4">
            Your backups
          </h2>
          <BackupLine backups={backups} />
        </section>
      ) : null}
      <Step
        id={backups ? 'backup-elsewhere' : 'backup'}
        title={backups ? 'Or somebody else makes them' : 'Make a backup'}
        intent="confirm-backup"
        verb="There is a backup"
      >
        {(field) => (
          <>
            <p>
              <code>npm run backup -- FILE</code>, on a rented machine <code>sudo bisvar backup FILE</code>, writes one,
              and ticks this by itself. If whoever runs your server makes backups of database and pictures, write down
              where they lie and how often they are made.
            </p>
            <Field label="Where it lies" {...field('note')} maxLength={200} required />
          </>
        )}
      </Step>
    </>
  );
}
