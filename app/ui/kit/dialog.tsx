import { useEffect, useId, useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { Icon } from './icon.tsx';
import { useBackCloses } from './use-back-closes.ts';

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
  ignoresBack,
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
  /** Who asks about leaving the page decides about Back by itself. */
  ignoresBack?: boolean;
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
  // With an address of its own Back leaves that.
  useBackCloses(open && !closeTo && !ignoresBack, close);
  // Before anybody sees it: Esc pressed at once closes it, too.
  useLayoutEffect(() => {
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
  // The browser asks once, by `cancel`, and closes at the next Esc, wherever the focus is then.
  useEffect(() => {
    if (!open || !keepOpen) return;
    const refuse = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault();
    document.addEventListener('keydown', refuse);
    return () => document.removeEventListener('keydown', refuse);
  }, [open, keepOpen]);
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

/** A question before a deed: what, what follows, the way back, which has the focus, and a button that names the deed. */
export function Question({
  title,
  back,
  onBack,
  verb,
  onConfirm,
  ignoresBack,
  children,
}: {
  title: string;
  back: string;
  onBack: () => void;
  verb: string;
  onConfirm: () => void;
  ignoresBack?: boolean;
  children: ReactNode;
}) {
  const focused = useRef<HTMLButtonElement>(null);
  // The dialog opens on its first button otherwise; its own effect ran before this one.
  useEffect(() => focused.current?.focus(), []);
  return (
    <Dialog
      open
      onClose={onBack}
      ignoresBack={ignoresBack}
      title={title}
      foot={
        <>
          <Button type="button" look="secondary" ref={focused} onClick={onBack}>
            {back}
          </Button>
          <Button type="button" look="destructive" onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      <p className="muted">{children}</p>
    </Dialog>
  );
}

/**
 * The submit button of a form that must be asked about first; the way back is Cancel unless `keep` says it otherwise.
 * Without JavaScript it submits at once, so the form behind it must bear that.
 */
export function ConfirmButton({
  title,
  consequence,
  verb,
  keep = 'Cancel',
  onClick: _,
  ...button
}: { title: string; consequence: ReactNode; verb: string; keep?: string } & ComponentProps<typeof Button>) {
  const [opener, setOpener] = useState<HTMLButtonElement>();
  return (
    <>
      <Button
        {...button}
        type="submit"
        onClick={(event) => {
          event.preventDefault();
          setOpener(event.currentTarget);
        }}
      />
      {opener ? (
        <Question
          title={title}
          back={keep}
          onBack={() => setOpener(undefined)}
          verb={verb}
          onConfirm={() => {
            setOpener(undefined);
            opener.form?.requestSubmit(opener);
          }}
        >
          {consequence}
        </Question>
      ) : null}
    </>
  );
}
