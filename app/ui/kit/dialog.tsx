import { useEffect, useId, useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { Icon } from './icon.tsx';

/**
 * A native dialog: a sheet from below on a phone, centred from 48rem, at the right with `drawer`. The browser traps and
 * returns the focus and closes on Esc. `keepOpen` (work in flight) refuses Esc, backdrop and ×. With `closeTo` closing
 * is going to that address, so that it works without JavaScript: then a dialog rendered open by the server shows too.
 */
export function Dialog({
  open,
  onClose,
  closeTo,
  title,
  children,
  foot,
  wide,
  drawer,
  keepOpen,
  className,
}: {
  open: boolean;
  onClose?: () => void;
  closeTo?: string;
  title: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
  wide?: boolean;
  drawer?: boolean;
  keepOpen?: boolean;
  className?: string;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const navigate = useNavigate();
  // Fixed for life, so that React never touches the attribute that showModal and close keep.
  const [openInHtml] = useState(open && Boolean(closeTo));
  // A press that began inside, on text that is being selected, say, is no press beside it, wherever it ends.
  const pressedBackdrop = useRef(false);
  const close = () => {
    if (keepOpen) return;
    if (closeTo) void navigate(closeTo, { preventScrollReset: true });
    onClose?.();
  };
  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    if (open && !dialog.matches(':modal')) {
      // It stood open before the script came: who types in it already goes on typing there.
      const typing = document.activeElement;
      dialog.removeAttribute('open');
      dialog.showModal();
      if (typing instanceof HTMLElement && dialog.contains(typing)) typing.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);
  // Taken out of the page while open, it must not leave the page inert and must give the focus back: only closing it
  // while it still stands there does.
  useLayoutEffect(() => {
    const dialog = box.current;
    return () => dialog?.close();
  }, []);
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- a press beside it; by key it is Esc
    <dialog
      ref={box}
      className={cn('dialog', wide && 'dialog-wide', drawer && 'dialog-drawer', className)}
      aria-labelledby={titleId}
      open={openInHtml}
      suppressHydrationWarning
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => {
        pressedBackdrop.current = event.target === box.current;
      }}
      onClick={(event) => {
        if (event.target === box.current && pressedBackdrop.current) close();
      }}
    >
      <div className="dialog-grab" aria-hidden="true" />
      <div className="dialog-head">
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {closeTo ? (
          <Link
            className="icon-button"
            aria-label="Close"
            to={closeTo}
            preventScrollReset
            onClick={(event) => {
              if (keepOpen) event.preventDefault();
              else onClose?.();
            }}
          >
            <Icon name="close" />
          </Link>
        ) : (
          <button type="button" className="icon-button" aria-label="Close" onClick={close} disabled={keepOpen}>
            <Icon name="close" />
          </button>
        )}
      </div>
      <div className="dialog-body">{children}</div>
      {foot ? <div className="dialog-foot">{foot}</div> : null}
    </dialog>
  );
}

/**
 * The submit button of a form that must be asked about first: what, what follows, and a button that names the deed.
 * The way back, Cancel unless `keep` says it otherwise, has the focus. Without JavaScript it submits at once, so the form behind it must bear that.
 */
export function ConfirmButton({
  title,
  consequence,
  verb,
  keep = 'Cancel',
  onClick: _,
  ...button
}: { title: string; consequence: ReactNode; verb: string; keep?: string } & ComponentProps<typeof Button>) {
  const [asking, setAsking] = useState(false);
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  // The dialog opens on its first button otherwise; its own effect ran before this one.
  useEffect(() => {
    if (asking) cancel.current?.focus();
  }, [asking]);
  return (
    <>
      <Button
        {...button}
        type="submit"
        onClick={(event) => {
          event.preventDefault();
          setOpener(event.currentTarget);
          setAsking(true);
        }}
      />
      {asking ? (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={title}
          foot={
            <>
              <Button type="button" look="secondary" ref={cancel} onClick={() => setAsking(false)}>
                {keep}
              </Button>
              <Button
                type="button"
                look="destructive"
                onClick={() => {
                  setAsking(false);
                  opener?.form?.requestSubmit(opener);
                }}
              >
                {verb}
              </Button>
            </>
          }
        >
          <p className="muted">{consequence}</p>
        </Dialog>
      ) : null}
    </>
  );
}
