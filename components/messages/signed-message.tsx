import { Address } from '@/components/ui/address'
import { Alert } from '@/components/ui/alert'
import { CopyField } from '@/components/ui/copy-field'

export type SignatureResult = { address: string; signature: string; digest: string | null; signedBytes: string | null }

/** A signature to copy, with the values it was verified against. */
export function SignedMessage({ signed }: { signed: SignatureResult }) {
  return (
    <section aria-label="Signature" className="space-y-3">
      <Alert tone="success">
        Signed. The signature was verified: it is one of <Address value={signed.address} full />
      </Alert>
      <Labelled label="Signature" value={signed.signature} />
      {signed.digest ? <Labelled label="Digest" value={signed.digest} /> : null}
      {signed.signedBytes ? <Labelled label="Signed bytes (base64)" value={signed.signedBytes} /> : null}
    </section>
  )
}

function Labelled({ label, value }: { label: string; value: string }) {
  return (
    <div className="space-y-1.5">
      <p className="font-medium text-[0.8125rem]">{label}</p>
      <CopyField label={label} value={value} />
    </div>
  )
}
