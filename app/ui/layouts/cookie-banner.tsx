import { Form, Link, href } from 'react-router';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Button } from '#app/ui/kit/button.tsx';

export function CookieBanner({ returnTo }: { returnTo: string }) {
  return (
    <section className="cookie-banner" aria-label="Cookies" data-keep-clear>
      <p>
        We use essential cookies. Can we set optional ones too?{' '}
        <Link className="link max-lg:hidden" to={href('/cookies')}>
          Cookie Policy
        </Link>
      </p>
      <Form
        method="post"
        action={href('/cookies')}
        navigate={false}
        preventScrollReset
        className="grid grid-cols-3 gap-1 lg:gap-2"
      >
        <FailureText toast />
        <input type="hidden" name="returnTo" value={returnTo} />
        <Button look="secondary" name="choice" value="all">
          Accept all
        </Button>
        <Link className="button button-secondary" to={href('/cookies')}>
          <span>Customize</span>
        </Link>
        <Button look="secondary" name="choice" value="essential">
          Reject non-essential
        </Button>
      </Form>
    </section>
  );
}
