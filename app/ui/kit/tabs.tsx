import { Link } from 'react-router';
import { Icon, type IconName } from './icon.tsx';

export type TabItem = { to: string; label: string; icon?: IconName; count?: number; isOpen: boolean };

export function Tabs({ label, items, end }: { label: string; items: TabItem[]; end?: React.ReactNode }) {
  return (
    <nav className="tabs" aria-label={label}>
      {items.map(({ to, label, icon, count, isOpen }) => (
        <Link key={to} to={to} className="tab" aria-current={isOpen ? 'page' : undefined}>
          {icon ? <Icon name={icon} small /> : null}
          {label}
          {count ? ` (${count})` : null}
        </Link>
      ))}
      {end ? <div className="ml-auto">{end}</div> : null}
    </nav>
  );
}
