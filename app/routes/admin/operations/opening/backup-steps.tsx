import type { getBackupState } from '#app/modules/operations/backups/backups.server.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { BackupLine } from './backup-line.tsx';
import { Step } from './opening-steps.tsx';

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
        <Step id="backup" title="Write down your backup key" intent="confirm-backup-key" verb="Confirm key">
          {(field) => (
            <>
              <p>
                The shop makes an encrypted backup every night. Only this key opens it, so write it down and keep it
                away from the server. After you confirm it, we never show it again.
              </p>
              <p className="num text-h4 wrap-anywhere">{backupKey}</p>
              <Field label="Your backup key" {...field('key')} autoComplete="off" maxLength={100} required />
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
        title={backups ? 'Or record a backup made elsewhere' : 'Make a backup'}
        intent="confirm-backup"
        verb="Confirm backup"
      >
        {(field) => (
          <>
            <p>
              To make one, run <code>npm run backup -- FILE</code>, or <code>sudo bisvar backup FILE</code> on a rented
              server. Does your host back up the database and the pictures? Enter where those backups are stored and how
              often they are made.
            </p>
            <Field label="Where it is stored" {...field('note')} maxLength={200} required />
          </>
        )}
      </Step>
    </>
  );
}
