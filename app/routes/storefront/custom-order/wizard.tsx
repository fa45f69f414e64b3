import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { startingPrices, STEPS, type Step } from '#app/modules/requests/requests/custom-order.ts';
import { AskOnWhatsApp } from '#app/routes/storefront/ask-on-whatsapp.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { GrowingChowki } from '#app/ui/shop/ornaments.tsx';
import { DesignStep, FabricStep, ReviewStep, StitchingStep, summaryOf } from './steps.tsx';
import { NotSent } from '#app/ui/shop/not-sent.tsx';
import { questionId, useWizard, type WizardProps, type WizardState } from './use-wizard.ts';

const QUESTIONS: Record<Step, string> = {
  1: 'Whose fabric should we paint on?',
  2: 'What should we paint?',
  3: 'Should we stitch it?',
  4: 'Check your request',
};
/**
 * All steps are one form, shown whole without JavaScript. The tab stores the answers, and sends them when the browser
 * is online.
 */
export function Wizard(props: WizardProps) {
  const wizard = useWizard(props);
  const { form, step, reason, sending, uploads, scripted, addressOf } = wizard;
  const onTheWay = uploads.isUploading ? 'Your pictures are still uploading.' : undefined;
  return (
    <div className="wrap wizard" data-scripted={scripted || undefined}>
      <h1 className="sr-only">Custom order</h1>
      <Steps {...wizard} />
      <form
        ref={form}
        method="post"
        encType="multipart/form-data"
        className="wizard-form"
        noValidate
        aria-label="Custom order"
        onInput={wizard.noteDraft}
        onSubmit={(event) => {
          event.preventDefault();
          if (sending || uploads.isUploading) return;
          if (step === 4) wizard.send();
          else if (!reason) wizard.go((step + 1) as Step);
        }}
      >
        {step === 4 || !scripted ? <ErrorSummary {...wizard.summary} /> : null}
        <input type="hidden" name="key" value={wizard.formKey} />
        <input type="hidden" name="variantId" value={wizard.variant?.id ?? ''} />
        <Section {...wizard} which={1}>
          <FabricStep {...wizard} />
        </Section>
        <Section {...wizard} which={2}>
          <DesignStep {...wizard} />
        </Section>
        <Section {...wizard} which={3}>
          <StitchingStep {...wizard} />
        </Section>
        <Section {...wizard} which={4}>
          <ReviewStep {...wizard}>
            {wizard.notSent ? <NotSent message={`${wizard.notSent}.`} send={wizard.send} /> : null}
          </ReviewStep>
        </Section>
        <div>
          <AskOnWhatsApp about="I have a question about a custom order." />
        </div>
        <div className="wizard-nav" data-for-script>
          {step > 1 ? (
            <ButtonLink look="secondary" to={addressOf((step - 1) as Step)}>
              Back
            </ButtonLink>
          ) : null}
          <div>
            {step === 4 ? (
              <Button full busy={sending} reason={onTheWay}>
                Submit request
              </Button>
            ) : (
              <Button full disabled={!scripted} reason={reason ?? onTheWay}>
                {`Next: ${STEPS[step]!.toLowerCase()}`}
              </Button>
            )}
          </div>
        </div>
        {scripted ? null : (
          <div className="wizard-nav" data-without-script>
            <div>
              <Button full>Submit request</Button>
            </div>
          </div>
        )}
      </form>
    </div>
  );
}

function Section({
  which,
  step,
  scripted,
  customWork,
  children,
}: { which: Step; children: ReactNode } & Pick<WizardState, 'step' | 'scripted' | 'customWork'>) {
  const prices = startingPrices({
    paintingFrom: which === 3 ? null : customWork.paintingFrom,
    stitchingFrom: which === 2 ? null : customWork.stitchingFrom,
  });
  return (
    <section
      className="form"
      data-current={which === step || undefined}
      hidden={scripted && which !== step}
      aria-labelledby={questionId(which)}
    >
      <div>
        <p className="meta">Step {which} of 4</p>
        <h2 id={questionId(which)} tabIndex={-1}>
          {QUESTIONS[which]}
        </h2>
        {prices ? <p className="meta mt-1">{prices}</p> : null}
      </div>
      {children}
    </section>
  );
}

function Steps({ step, draft, artwork, addressOf }: WizardState) {
  const summary = summaryOf(draft, artwork);
  const answers: Partial<Record<Step, string>> = { 1: summary.fabric, 2: summary.artwork, 3: summary.stitching };
  return (
    <div className="wizard-side">
      <GrowingChowki stage={step} />
      <ol className="wizard-steps">
        {STEPS.map((name, index) => {
          const each = (index + 1) as Step;
          const done = draft !== undefined && each < step;
          return (
            <li
              key={name}
              className={cn(each === step && 'is-current', done && 'is-done')}
              aria-current={each === step ? 'step' : undefined}
            >
              <span>{name}</span>
              {done ? (
                <span className="meta">
                  {answers[each]} ·{' '}
                  <Link className="link" to={addressOf(each)}>
                    Change<span className="sr-only"> {name.toLowerCase()}</span>
                  </Link>
                </span>
              ) : null}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
