import { useId, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'react-router';
import { cn } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { LoadingMark } from './loading-mark.tsx';

type Look = {
  look?: 'primary' | 'secondary' | 'card' | 'rice' | 'ghost' | 'quiet' | 'destructive';
  size?: 'small' | 'big';
  full?: boolean;
  icon?: IconName;
};

function looks({ look = 'primary', size, full, className }: Look & { className?: string }): string {
  return cn('button', `button-${look}`, size && `button-${size}`, full && 'button-full', className);
}

/** `busy` keeps the label, width and focus, and ignores clicks. `reason` disables the button and is shown below it. */
export function Button({
  look,
  size,
  full,
  icon,
  busy,
  done,
  reason,
  className,
  children,
  type = 'submit',
  disabled,
  ...rest
}: Look & { busy?: boolean; done?: boolean; reason?: ReactNode } & ComponentProps<'button'>) {
  const reasonId = useId();
  return (
    <>
      <button
        {...rest}
        type={type}
        className={looks({ look, size, full, className })}
        disabled={disabled || Boolean(reason)}
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        onClick={busy ? (event) => event.preventDefault() : rest.onClick}
        aria-describedby={reason ? reasonId : rest['aria-describedby']}
      >
        {done ? <Icon name="check" small /> : busy ? <LoadingMark /> : icon ? <Icon name={icon} small /> : null}
        <span>{children}</span>
      </button>
      {reason ? (
        <span className="button-reason" id={reasonId}>
          {reason}
        </span>
      ) : null}
    </>
  );
}

export function ButtonLink({
  look,
  size,
  full,
  icon,
  className,
  children,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={looks({ look, size, full, className })}>
      {icon ? <Icon name={icon} small /> : null}
      <span>{children}</span>
    </Link>
  );
}

type IconOnly = { icon: IconName; label: string; small?: boolean };

export function IconButton({
  icon,
  label,
  small,
  className,
  type = 'button',
  ...rest
}: IconOnly & ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type={type}
      className={cn('icon-button', small && 'icon-button-small', className)}
      aria-label={label}
    >
      <Icon name={icon} small={small} />
    </button>
  );
}

export function IconLink({
  icon,
  label,
  small,
  count,
  className,
  ...rest
}: IconOnly & { count?: number } & ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={cn('icon-button', small && 'icon-button-small', className)}
      aria-label={count ? `${label}, ${count} ${count === 1 ? 'item' : 'items'}` : label}
    >
      <Icon name={icon} small={small} />
      {count ? (
        <span className="counter" aria-hidden="true" translate="no">
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </Link>
  );
}
