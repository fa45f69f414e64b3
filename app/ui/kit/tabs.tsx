import { Link, NavLink } from 'react-router';
import { Icon, type IconName } from './icon.tsx';

export type TabItem = {
  to: string;
  label: string;
  icon?: IconName;
  count?: number;
  exact?: boolean;
  /** The open page belongs here, although its address does not. */ isOpen?: boolean;
};

export function Tabs({ label, items, end }: { label: string; items: TabItem[]; end?: React.ReactNode }) {
  return (
    <nav className="tabs" aria-label={label}>
      {items.map((item) => {
        const shown = (
          <>
            {item.icon ? <Icon name={item.icon} small /> : null}
            {item.label}
            {item.count ? ` (${item.count})` : null}
          </>
        );
        return item.isOpen ? (
          <Link key={item.to} to={item.to} className="tab" aria-current="true">
            {shown}
          </Link>
        ) : (
          <NavLink key={item.to} to={item.to} end={item.exact} className="tab">
            {shown}
          </NavLink>
        );
      })}
      {end ? <div className="ml-auto">{end}</div> : null}
    </nav>
  );
}
