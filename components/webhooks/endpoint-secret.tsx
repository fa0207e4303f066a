import { paths } from '@/components/paths'
import { CodeBlock } from '@/components/ui/code-block'
import { SecretDialog } from '@/components/ui/secret-dialog'
import { SecretReveal } from '@/components/ui/secret-reveal'

const VERIFY = `import { Webhook } from 'standardwebhooks'

new Webhook(secret).verify(rawBody, headers)`

/** The key of an endpoint's deliveries, at its only showing. */
export function EndpointSecret({ made, onDone }: { made: { signingSecret: string } | undefined; onDone: () => void }) {
  return (
    <SecretDialog open={made !== undefined} title="Signing secret" doneLabel="I have stored it" onDone={onDone}>
      {made ? (
        <div className="space-y-4">
          <SecretReveal label="Signing secret" secret={made.signingSecret}>
            It is kept encrypted and cannot be read again; a lost one has to be rotated.
          </SecretReveal>
          <CodeBlock title="Verify a delivery" code={VERIFY} wrap />
          <p className="text-[0.8125rem] text-muted-foreground">
            Deliveries are signed as Standard Webhooks. The{' '}
            <a
              href={`${paths.docs}#webhooks`}
              target="_blank"
              rel="noreferrer"
              className="text-accent-foreground underline underline-offset-4"
            >
              guide (in a new tab)
            </a>{' '}
            shows it in four languages, without a library.
          </p>
        </div>
      ) : null}
    </SecretDialog>
  )
}
