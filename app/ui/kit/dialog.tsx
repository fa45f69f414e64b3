import { useEffect, useId, useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { Icon } from './icon.tsx';
import { useBackCloses } from './use-back-closes.ts';

/**
 * A sheet on phones; with `drawer`, a panel on the right. `keepOpen` prevents closing. `closeTo` closes by navigation,
 * which works without JavaScript.
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
  shouldIgnoreBack,
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
  shouldIgnoreBack?: boolean;
  className?: string;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const navigate = useNavigate();
  // Never changes, because React must not overwrite what showModal and close set.
  const [openInHtml] = useState(open && Boolean(closeTo));
  // A text selection that began inside the dialog is not a click on the backdrop.
  const pressedBackdrop = useRef(false);
  const close = () => {
    if (keepOpen) return;
    if (closeTo) void navigate(closeTo, { preventScrollReset: true });
    onClose?.();
  };
  useBackCloses(open && !closeTo && !shouldIgnoreBack, close);
  // A layout effect opens the dialog before the first paint, so that an immediate Esc closes it.
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    if (open && !dialog.matches(':modal')) {
      const typing = document.activeElement;
      dialog.removeAttribute('open');
      dialog.showModal();
      if (typing instanceof HTMLElement && dialog.contains(typing)) typing.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);
  // The browser sends `cancel` only once and then closes at the next Esc.
  useEffect(() => {
    if (!open || !keepOpen) return;
    const refuse = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault();
    document.addEventListener('keydown', refuse);
    return () => document.removeEventListener('keydown', refuse);
  }, [open, keepOpen]);
  // Removing an open dialog would leave the page inert.
  useLayoutEffect(() => {
    const dialog = box.current;
    return () => dialog?.close();
  }, []);
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- a click outside; Esc does the same
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

export function Question({
  title,
  back,
  onBack,
  verb,
  onConfirm,
  shouldIgnoreBack,
  children,
}: {
  title: string;
  back: string;
  onBack: () => void;
  verb: string;
  onConfirm: () => void;
  shouldIgnoreBack?: boolean;
  children: ReactNode;
}) {
  const focused = useRef<HTMLButtonElement>(null);
  useEffect(() => focused.current?.focus(), []);
  return (
    <Dialog
      open
      onClose={onBack}
      shouldIgnoreBack={shouldIgnoreBack}
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

/** Without JavaScript, submits without asking. `keep` replaces the label of Cancel. */
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
