import { CopyButton } from '@/components/ui/copy-button'
import { SecretDialog } from '@/components/ui/secret-dialog'

/** The one showing of recovery codes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <SecretDialog
      open
      title="Store your recovery codes"
      description="Each signs you in once when you have lost your phone. They are not shown again."
      doneLabel="I have stored them"
      onDone={onDone}
    >
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 font-mono text-[0.8125rem] sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton value={codes.join('\n')} label="Copy all codes" withText />
    </SecretDialog>
  )
}
