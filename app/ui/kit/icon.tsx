import { cn } from './class-names.ts';

const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h10',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.8 15.8 20 20',
  heart: 'M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 12 7.2a4.3 4.3 0 0 1 7.5 2.6C19.5 15.4 12 20 12 20Z',
  bag: 'M5.5 8.5h13l1 11.5h-15ZM9 8.5V7a3 3 0 0 1 6 0v1.5',
  user: 'M12 4.5a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6ZM4.8 20c.7-3.7 3.5-5.6 7.2-5.6s6.5 1.9 7.2 5.6',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'm6 9.5 6 6 6-6',
  right: 'm9.5 6 6 6-6 6',
  left: 'm14.5 6-6 6 6 6',
  filter: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4',
  grid: 'M5 5h5.5v5.5H5ZM13.5 5H19v5.5h-5.5ZM5 13.5h5.5V19H5ZM13.5 13.5H19V19h-5.5Z',
  list: 'M5 6h3v3H5ZM5 15h3v3H5ZM12 7.5h7M12 16.5h7',
  star: 'm12 3.6 2.55 5.3 5.75.8-4.2 4.05 1 5.75L12 16.75 6.9 19.5l1-5.75L3.7 9.7l5.75-.8Z',
  truck:
    'M3 7h10.5v9H3ZM13.5 10H18l3 3v3h-7.5M7 18.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM17 18.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  return: 'M8.5 5 4.5 9l4 4M4.8 9H14a5.5 5.5 0 0 1 0 11H9',
  chat: 'M4 5.5h16v11H10l-4.5 3.5v-3.5H4Z',
  shield: 'M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6ZM9 12l2.2 2.2L15.5 10',
  brush: 'M19.5 4.5 11 13M9.5 12.5c-3 .3-3.5 2.5-3.7 4-.1 1.2-.8 2-1.8 2.5 3 1.3 7.8.8 8.2-3.3.1-1.8-1-3-2.7-3.2Z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  copy: 'M9 9h10v11H9ZM5 15V4h10',
  zoom: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.8 15.8 20 20M11 8v6M8 11h6',
  warning: 'M12 4 2.8 19.5h18.4ZM12 10v4.5M12 17.2v.1',
  lock: 'M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  pin: 'M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11ZM12 7.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6Z',
  box: 'M4 8l8-4 8 4v8l-8 4-8-4ZM4 8l8 4 8-4M12 12v8',
  users:
    'M9 5a3.3 3.3 0 1 0 0 6.6A3.3 3.3 0 0 0 9 5ZM3 19c.5-3.2 2.8-4.8 6-4.8s5.5 1.6 6 4.8M16 5.5a3 3 0 0 1 0 5.8M17.5 14.5c2 .5 3.2 2 3.5 4.5',
  coupon: 'M4 7h16v3.5a1.8 1.8 0 0 0 0 3.5V17H4v-3a1.8 1.8 0 0 0 0-3.5ZM14 8v8',
  rupee: 'M8 5h9M8 9h9M8 5c6 0 6 8 0 8l7 6',
  chart: 'M4 20h16M7 20v-7M12 20V6M17 20v-10',
  inbox: 'M4 13 6.5 5h11L20 13v6H4ZM4 13h5l1.5 2.5h3L15 13h5',
  logout: 'M14 4.5H5.5v15H14M10 12h10M16.5 8.5 20 12l-3.5 3.5',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v5.5M13.5 10.5v5.5',
  edit: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5ZM13.5 7.5l3 3',
  grip: 'M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  print: 'M7 9V4h10v5M7 17H4.5V9.5h15V17H17M7 14h10v6H7Z',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4.5l3 1.8',
  phone: 'M8 3.5h8v17H8ZM11 17.5h2',
  card: 'M3.5 6.5h17v11h-17ZM3.5 10.5h17M6.5 14.5h4',
  qr: 'M5 5h5v5H5ZM14 5h5v5h-5ZM5 14h5v5H5ZM14 14h2M19 14v2M14 19h2M17 17h2v2',
  wallet: 'M4.5 7.5h13a2 2 0 0 1 2 2v8h-15ZM4.5 7.5 15 4.5v3M15.5 12.5h4v2.5h-4Z',
  info: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 11v5M12 8v.1',
  mail: 'M3.5 6h17v12h-17ZM3.5 7l8.5 6.5L20.5 7',
  upload: 'M12 15V4.5M8 8l4-4 4 4M5 15v4.5h14V15',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z',
  download: 'M12 4v11M8 11.5l4 4 4-4M5 15.5v4h14v-4',
};

export type IconName = keyof typeof PATHS;

/** Decorative: the control or the text beside it has the name. */
export function Icon({ name, small, className }: { name: IconName; small?: boolean; className?: string }) {
  return (
    <svg className={cn('icon', small && 'icon-small', className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} strokeWidth={name === 'more' || name === 'grip' ? 3 : undefined} />
    </svg>
  );
}
