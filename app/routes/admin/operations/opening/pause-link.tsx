import { Link } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { addressOf } from '#app/routes/admin/store/settings/setting-pages.ts';

export function PauseLink({ awayUntil }: { awayUntil: string | null }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 px-panel py-2">
      {awayUntil === null ? null : `Closed to orders until ${formatDay(awayUntil)}`}
      <Link className="link inline-flex min-h-11 items-center" to={addressOf('policies#closed')}>
        {awayUntil === null ? 'Pause the shop' : 'Change or reopen'}
      </Link>
    </p>
  );
}
