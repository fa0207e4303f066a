import { SigningSecret } from '@/components/destinations/signing-secret'
import { VerifyCode } from '@/components/destinations/verify-code'
import { VERIFY_EVENT } from '@/components/guides/verify-event'

/** The key of a subscription's deliveries, at its only showing. */
export function IndexerSecret({
  created,
  onDone,
}: {
  created: { signingSecret: string } | undefined
  onDone: () => void
}) {
  return (
    <SigningSecret
      created={created}
      onDone={onDone}
      scheme={
        <>
          Deliveries carry <code className="break-all font-mono">X-Indexer-Signature: t=…,v1=…</code>: <code>v1</code>{' '}
          is the hex HMAC-SHA256 of <code className="font-mono">&lt;t&gt;.&lt;raw body&gt;</code> with this secret as
          the key.
        </>
      }
    >
      <VerifyCode code={VERIFY_EVENT} />
    </SigningSecret>
  )
}
