import { SecretDialog } from '@/components/ui/secret-dialog'
import { SecretReveal } from '@/components/ui/secret-reveal'

/** The key of a subscription's deliveries, at its only showing. */
export function SigningSecret({ made, onDone }: { made: { signingSecret: string } | undefined; onDone: () => void }) {
  return (
    <SecretDialog open={made !== undefined} title="Signing secret" doneLabel="I have stored it" onDone={onDone}>
      {made ? (
        <SecretReveal label="Signing secret" secret={made.signingSecret}>
          Deliveries carry <code className="break-all font-mono">X-Indexer-Signature: t=…,v1=…</code>: <code>v1</code>{' '}
          is the hex HMAC-SHA256 of <code className="font-mono">&lt;t&gt;.&lt;raw body&gt;</code> under this text. It is
          kept encrypted and cannot be read again; a lost one has to be rotated.
        </SecretReveal>
      ) : null}
    </SecretDialog>
  )
}
