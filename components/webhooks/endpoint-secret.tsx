import { SigningSecret } from '@/components/destinations/signing-secret'
import { VerifyCode } from '@/components/destinations/verify-code'
import { VERIFY_WEBHOOK } from '@/components/guides/verify-webhook'

/** The signing secret of an endpoint, which is shown only once. */
export function EndpointSecret({
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
          Deliveries are signed as Standard Webhooks. Any of its libraries can verify{' '}
          <code className="font-mono">webhook-signature</code>. The code below verifies it without a library.
        </>
      }
    >
      <VerifyCode code={VERIFY_WEBHOOK} />
    </SigningSecret>
  )
}
