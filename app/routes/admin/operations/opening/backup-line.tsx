import { formatMoment } from '#app/basics/india.ts';
import type { getBackupState } from '#app/modules/operations/backups/backups.server.ts';
import { formatFileSize } from '#app/modules/catalogue/media/picture.ts';
import { Icon } from '#app/ui/kit/icon.tsx';

export function BackupLine({ backups }: { backups: NonNullable<Awaited<ReturnType<typeof getBackupState>>> }) {
  const { newest, problem, places, checkedAt } = backups;
  return (
    <>
      {problem ? (
        <p className="callout">
          <Icon name="warning" />
          <span className="min-w-0 flex-1 py-2 wrap-anywhere">{problem}</span>
        </p>
      ) : null}
      {newest ? (
        <p className="num wrap-anywhere">
          Newest backup: {formatMoment(newest.startedAt)}, {formatFileSize(newest.bytes)}, in {places.join(' and ')}.{' '}
          {checkedAt ? `Last test restore: ${formatMoment(checkedAt)}.` : 'No test restore yet.'}
        </p>
      ) : null}
    </>
  );
}
